import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Marks the element that scrolls around a page: the shell's panel, a drawer's body. */
export const scrollRootAttribute = 'data-scroll-root'

/**
 * The element that scrolls around `ref` (the document where none is marked), and how many pixels of its content stand before
 * `ref`, kept current when what stands before changes its height.
 */
export function useScrollRoot(ref: RefObject<HTMLElement | null>) {
  const [scrollRoot, setScrollRoot] = useState<HTMLElement | null>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const root = element.closest<HTMLElement>(`[${scrollRootAttribute}]`) ?? document.documentElement
    const measure = () => {
      const rootTop = root === document.documentElement ? 0 : root.getBoundingClientRect().top
      setOffset(Math.round(element.getBoundingClientRect().top - rootTop + root.scrollTop))
    }
    setScrollRoot(root)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(root)
    for (const child of root.children) observer.observe(child)
    return () => observer.disconnect()
  }, [ref])
  return { scrollRoot, offset }
}

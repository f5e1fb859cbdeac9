import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Marks the element that scrolls around a page: the shell's panel, a drawer's body. */
export const scrollRootAttribute = 'data-scroll-root'

/**
 * The scroll container of `ref` (the document if none is marked), and the pixels of its content before `ref`,
 * updated when the content before it changes its height.
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

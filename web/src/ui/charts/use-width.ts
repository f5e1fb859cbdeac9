import { useLayoutEffect, useRef, useState } from 'react'

/** Measures an element's width and follows it, so that a chart can be drawn in real pixels. */
export function useWidth<T extends HTMLElement>(initialPx: number) {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(initialPx)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

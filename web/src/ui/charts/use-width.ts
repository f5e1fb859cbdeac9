import { useLayoutEffect, useRef, useState } from 'react'

/** Measures an element's width and follows its changes, so that a chart is drawn in real pixels. */
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

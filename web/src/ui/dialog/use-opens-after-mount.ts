import { useLayoutEffect, useState } from 'react'

/**
 * False on the first render: the dialog mounts closed and then opens, so that it can record the focused element. Uses a layout effect:
 * the recording must run before the dialog takes the focus.
 */
export function useOpensAfterMount(opened: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- two renders are the point
  useLayoutEffect(() => setIsMounted(true), [])
  return isMounted && opened
}

import { useLayoutEffect, useState } from 'react'

/**
 * False on the first render: a dialog that is mounted to be opened mounts closed and then opens, so that it finds what had the focus. In
 * the layout effect, and nothing deferred: the effect that looks must run before the dialog takes the focus.
 */
export function useOpensAfterMount(opened: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- two renders are the point
  useLayoutEffect(() => setIsMounted(true), [])
  return isMounted && opened
}

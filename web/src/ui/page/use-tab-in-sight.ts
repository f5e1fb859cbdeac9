import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** For the list of tabs: on a phone it scrolls, and a link may open one that is out of sight. */
export function useTabInSight(open: string | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[role="tab"][aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return list
}

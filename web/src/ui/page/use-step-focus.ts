import { useCanGoBack } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { giveFocus } from '../dialog/return-focus.tsx'

/** Where a step took its focused control away, keyboard users go on at the start of the next. A page that was just loaded is left alone. */
export function useStepFocus(start: RefObject<HTMLElement | null>): void {
  const isNavigated = useCanGoBack()
  useEffect(() => {
    if (isNavigated) giveFocus(start.current, { preventScroll: true })
  }, [isNavigated, start])
}

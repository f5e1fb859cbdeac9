import { useSyncExternalStore } from 'react'

/** The width below which style sheets lay out for phones. */
const phone = matchMedia('(max-width: 48em)')

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** True if the window is as narrow as a phone: for elements that must not exist elsewhere, as keys cannot skip hidden entries. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)

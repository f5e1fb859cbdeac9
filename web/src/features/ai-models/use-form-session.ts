import { useState } from 'react'

/**
 * Each opening of a panel starts a new session, whose number is the key of the form inside: it begins with fresh fields, and
 * while the panel slides away the old ones stay.
 */
export function useFormSession<Target>(opened: boolean, target: Target) {
  const [session, setSession] = useState({ number: 0, opened: false, target })
  if (opened !== session.opened) setSession({ number: session.number + (opened ? 1 : 0), opened, target: opened ? target : session.target })
  return session
}

/** True from the first opening on: what is only needed then (code of a form) loads then, and stays for the way out. */
export function useWasOpened(opened: boolean): boolean {
  const [was, setWas] = useState(opened)
  if (opened && !was) setWas(true)
  return was
}

/** 60 % of the window (S2 section 2), but never narrower than a form needs. */
export const panelWidth = 'max(60%, 560px)'

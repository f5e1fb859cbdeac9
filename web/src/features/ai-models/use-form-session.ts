import { useState } from 'react'

/**
 * Each opening of a panel starts a new session; its number is the key of the form, so the fields start fresh
 * and the old ones stay while the panel slides out.
 */
export function useFormSession<Target>(opened: boolean, target: Target) {
  const [session, setSession] = useState({ number: 0, opened: false, target })
  if (opened !== session.opened) setSession({ number: session.number + (opened ? 1 : 0), opened, target: opened ? target : session.target })
  return session
}

/** True from the first opening on: loads code only when needed and keeps it for the closing animation. */
export function useWasOpened(opened: boolean): boolean {
  const [was, setWas] = useState(opened)
  if (opened && !was) setWas(true)
  return was
}

/** 60 % of the window, so that the list stays in sight, but at least as wide as a form needs. */
export const panelWidth = 'max(60%, 560px)'

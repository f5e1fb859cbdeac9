import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { ReturnFocus } from './return-focus.tsx'

interface OverlaysProps {
  /** Key of the open overlay: '' for none. A change retries after an error. */
  open: string
  children: ReactNode
}

/** Holds the lazy dialogs and panels of a page; returns the focus when the last of them closes. */
export function Overlays({ open, children }: OverlaysProps) {
  'use no memo'
  return (
    <>
      {open !== '' && <ReturnFocus />}
      <ErrorBoundary resetKey={open}>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    </>
  )
}

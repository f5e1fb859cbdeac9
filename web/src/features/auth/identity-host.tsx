import { Suspense, lazy, useState } from 'react'
import { useIdentityQuestion } from '../../lib/confirm-identity.ts'

const IdentityDialog = lazy(async () => ({ default: (await import('./identity-dialog.tsx')).IdentityDialog }))

/** Rendered once in the app; loads the dialog when a sensitive operation first requires verification. */
export function IdentityHost() {
  const question = useIdentityQuestion()
  const [asked, setAsked] = useState(false)
  if (question && !asked) setAsked(true)
  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <IdentityDialog />
    </Suspense>
  )
}

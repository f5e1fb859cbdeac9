import { Suspense, lazy, useState } from 'react'
import { useIdentityQuestion } from '../../lib/confirm-identity.ts'

const IdentityDialog = lazy(async () => ({ default: (await import('./identity-dialog.tsx')).IdentityDialog }))

/** Rendered once in the app; loads the dialog when a sensitive operation first requires verification. */
export function IdentityHost() {
  const question = useIdentityQuestion()
  const [request, markRequested] = useState(false)
  if (question && !request) markRequested(true)
  if (!request) return null
  return (
    <Suspense fallback={null}>
      <IdentityDialog />
    </Suspense>
  )
}

import { Suspense, lazy, useState } from 'react'
import { useIdentityQuestion } from '../../lib/confirm-identity.ts'

const IdentityDialog = lazy(async () => ({ default: (await import('./identity-dialog.tsx')).IdentityDialog }))

/** Stands once in the app and loads the dialog when a sensitive act first asks who is there. */
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

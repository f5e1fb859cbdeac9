import { Suspense, lazy, useState } from 'react'
import { usePendingQuestion } from './confirm.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Rendered once in the shell; loads the dialog with the first question. */
export function ConfirmHost() {
  const question = usePendingQuestion()
  const [request, markRequested] = useState(false)
  if (question && !request) markRequested(true)
  if (!request) return null
  return (
    <Suspense fallback={null}>
      <ConfirmDialog />
    </Suspense>
  )
}

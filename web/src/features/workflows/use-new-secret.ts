import { useMutation } from '@tanstack/react-query'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../lib/api.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'

/** Publishing created a secret that was never shown; explains how to get one. */
export const secretHint = t('Callers authenticate with a secret. It is shown once: create one here and share it with them.')

/** Rotates a webhook's secret after a confirmation; `rotate.data` holds it once. */
export function useNewSecret(workflowId: string) {
  const refusal = useGate('workflows:publish')
  const rotate = useMutation({
    mutationFn: () => call(workflows.rotateSecret, { params: { id: workflowId } }),
    meta: { failure: t('Failed to create a new secret') },
  })
  async function ask(): Promise<void> {
    const message = t('Callers that still use the current secret are rejected from then on.')
    if (await confirm({ title: t('New secret'), message, action: t('Create a new secret') })) rotate.mutate()
  }
  return { refusal, rotate, ask }
}

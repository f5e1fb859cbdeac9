import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'

/** Why the workflow cannot be started manually now. */
export function useStartRefusal({ status }: Pick<Workflow, 'status'>): string | undefined {
  const refusal = useGate('workflows:run')
  if (refusal) return refusal
  if (status === 'draft') return t('Publish it first')
  return status === 'paused' ? t('Activate it first') : undefined
}

import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { t } from '../../lib/words.ts'
import { useGate } from './use-gate.ts'

/** Why a workflow cannot be started by hand now. */
export function useStartRefusal({ status }: Pick<Workflow, 'status'>): string | undefined {
  const refusal = useGate('workflows:run')
  if (refusal) return refusal
  if (status === 'draft') return t('Publish it first')
  return status === 'paused' ? t('Activate it first') : undefined
}

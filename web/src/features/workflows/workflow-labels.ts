import type { TriggerType } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { formatDecimal } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const statusText: Record<Workflow['status'], string> = {
  draft: t('Draft||workflow'),
  active: t('Active||workflow'),
  paused: t('Paused||workflow'),
}
export const statusTones: Record<Workflow['status'], StatusTone> = { draft: 'idle', active: 'ok', paused: 'warn' }

export const triggerLabels: Record<TriggerType, string> = {
  webhook: t('Webhook'),
  schedule: t('Schedule'),
  event: t('Event||trigger'),
  manual: t('Manual||trigger'),
}

/** `96.8%` with one decimal; a dash without runs. */
export const rateText = (rate: number | null): string => (rate === null ? '–' : `${formatDecimal(rate, 1)}%`)

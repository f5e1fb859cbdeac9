import type { StepStatus, WorkflowRunStatus } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepRun, WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { reasonText } from '../../lib/labels/reason-labels.ts'
import { plural, t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const runStatusLabels: Record<WorkflowRunStatus, string> = {
  queued: t('Queued||workflow run'),
  running: t('Running||workflow run'),
  waiting: t('Waiting||workflow run'),
  paused: t('Paused||workflow run'),
  quarantined: t('Quarantined'),
  success: t('Success||workflow run'),
  failed: t('Failed||workflow run'),
  cancelled: t('Cancelled||workflow run'),
}
export const runTones: Record<WorkflowRunStatus, StatusTone> = {
  queued: 'idle',
  running: 'info',
  waiting: 'info',
  paused: 'warn',
  quarantined: 'bad',
  success: 'ok',
  failed: 'bad',
  cancelled: 'idle',
}

export const stepStatusLabels: Record<StepStatus, string> = {
  running: t('Running||workflow step'),
  waiting: t('Waiting||workflow step'),
  success: t('Success||workflow step'),
  failed: t('Failed||workflow step'),
  skipped: t('Skipped||workflow step'),
  unknown: t('Unknown||workflow step'),
  cancelled: t('Cancelled||workflow step'),
  reused: t('Reused||workflow step'),
}
export const stepTones: Record<StepStatus, StatusTone> = {
  running: 'info',
  waiting: 'info',
  success: 'ok',
  failed: 'bad',
  skipped: 'warn',
  unknown: 'warn',
  cancelled: 'idle',
  reused: 'ok',
}

export const runTriggerLabels: Record<WorkflowRun['trigger'], string> = {
  webhook: t('Webhook'),
  schedule: t('Schedule'),
  event: t('Event||trigger'),
  manual: t('Manual||trigger'),
  workflow: t('Another workflow'),
  retry: t('Retry||trigger'),
  test: t('Test||trigger'),
}

const ended: readonly WorkflowRunStatus[] = ['success', 'failed', 'cancelled']
/** True if the run may still change, on its own or after a decision. */
export const isOpen = ({ status }: Pick<WorkflowRun, 'status'>): boolean => !ended.includes(status)
/** True if the run is executing now. */
export const isWorking = ({ status }: Pick<WorkflowRun, 'status'>): boolean => status === 'running' || status === 'queued'

/** Tone and words of a run: one that succeeded but skipped messages says so. */
export function runStateOf({ status, skippedSteps }: Pick<WorkflowRun, 'status' | 'skippedSteps'>): { tone: StatusTone; label: string } {
  if (status !== 'success' || skippedSteps === 0) return { tone: runTones[status], label: runStatusLabels[status] }
  return { tone: 'warn', label: plural(skippedSteps, { one: 'Success, {count} skipped', other: 'Success, {count} skipped' }) }
}

/** Why a step was skipped, by its output; null for any other step. */
export function skipReasonOf({ status, output }: Pick<StepRun, 'status' | 'output'>): string | null {
  if (status !== 'skipped') return null
  const reason = typeof output === 'object' && output !== null && !Array.isArray(output) ? output['reason'] : null
  return typeof reason === 'string' && reason !== '' ? reasonText(reason) : t('Not sent')
}

/** What a parked step waits for, by the server's kind. */
export const waitText: Readonly<Record<string, string>> = {
  time: t('Waits for a time'),
  event: t('Waits for an event'),
  webhook: t('Waits for a call'),
  approval: t('Waits for an approval'),
  run: t('Waits for the run of an agent'),
  workflow: t('Waits for another workflow'),
  message: t('Waits for a message'),
}

const named: readonly WorkflowRun['trigger'][] = ['webhook', 'schedule', 'event']

/**
 * The trigger of a run: `Webhook · new-lead`, `Manual · Ada Lovelace`. The server's `Webhook new-lead` already contains the kind, in
 * English.
 */
export function startedByText({ trigger, triggeredBy }: Pick<WorkflowRun, 'trigger' | 'triggeredBy'>): string {
  const who = named.includes(trigger) ? triggeredBy.replace(/^\S+ ?/, '') : triggeredBy
  return who ? `${runTriggerLabels[trigger]} · ${who}` : runTriggerLabels[trigger]
}

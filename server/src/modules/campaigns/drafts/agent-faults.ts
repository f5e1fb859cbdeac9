import { stoppedStatuses } from '@imperium/contract/agents.ts'
import type { RunError } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { findAgent } from '../../agents/index.ts'
import { findRuns } from '../../runs/index.ts'
import { lastEnded, waitAgain } from './drafts-store.ts'
import type { DraftRow, DraftSums } from './drafts-store.ts'

/** So many in a row, with nothing written in between, are about the agent and not about those it writes for. */
const enough = 5
/** As many more may have ended before anybody looked. */
const lookedAt = 100

/** No further run would do better before somebody has done something. */
const forSomebody = new Set<RunError['code'] | undefined>([
  'model_not_configured',
  'model_auth',
  'model_blocked_address',
  'budget_exceeded',
  'usage_limit',
  'agent_deleted',
])
/** May pass by itself, and is nothing about the person whom the message was for. */
const ofTheModel = new Set<RunError['code'] | undefined>(['model_unavailable', 'model_rate_limited'])

/** Whether a run's fault is that of every run, at once. */
export const isForSomebody = (error: RunError | null | undefined): boolean => forSomebody.has(error?.code)

const stopSentences = {
  gone: 'The agent that writes the messages was deleted.',
  stopped: 'The agent that writes the messages does not run. Activate it first.',
  row: (reason: string) => `The agent could not write the last messages: ${reason}`,
}

/** Why the agent starts nothing now; null where it does. */
export async function whyStopped(tx: OrgTx, agentId: string): Promise<string | null> {
  const agent = await findAgent(tx, agentId)
  if (!agent) return stopSentences.gone
  return stoppedStatuses.includes(agent.status) ? stopSentences.stopped : null
}

/**
 * Failures in a row, to the last run that has ended: enough of them, or as many as there are left where the model was away. Those whom they
 * were for wait again. Who was given another run before makes no row: what fails for the same people twice is about them, and they would
 * stop all the others for ever. A model that is away is about nobody, however often. Answers why, in words; null where there is no such row.
 */
export async function findRow(tx: OrgTx, sendId: string, { waiting, writing }: DraftSums): Promise<string | null> {
  const ended = await lastEnded(tx, sendId, lookedAt)
  const written = ended.findIndex(({ status }) => status !== 'failed')
  const row = written < 0 ? ended : ended.slice(0, written)
  const isAway = await whoseModelWasAway(tx, row)
  const counted = row.filter((draft) => !draft.failed_before || isAway(draft))
  const [last] = counted
  if (!last || (counted.length < enough && (waiting + writing > 0 || !counted.every(isAway)))) return null
  await waitAgain(tx, sendId, idsOf(row.filter(isAway)), { hasFailed: false })
  await waitAgain(tx, sendId, idsOf(row.filter((draft) => !isAway(draft))), { hasFailed: true })
  return stopSentences.row(last.detail)
}

const idsOf = (row: readonly DraftRow[]): string[] => row.map((draft) => draft.contact_id)

async function whoseModelWasAway(tx: OrgTx, row: readonly DraftRow[]): Promise<(draft: DraftRow) => boolean> {
  const runs = await findRuns(
    tx,
    row.flatMap((draft) => draft.run_id ?? []),
  )
  return (draft) => ofTheModel.has(runs.get(draft.run_id ?? '')?.error?.code)
}

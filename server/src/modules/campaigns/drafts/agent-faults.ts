import { stoppedStatuses } from '@imperium/contract/agents.ts'
import type { RunError } from '@imperium/contract/runs.ts'
import { asValue, message, storedText } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { findAgent } from '../../agents/index.ts'
import { findRuns } from '../../runs/index.ts'
import { lastEnded, waitAgain } from './drafts-store.ts'
import type { DraftRow, DraftSums } from './drafts-store.ts'

/** This many failures in a row, with no success between them, are a fault of the agent and not of single contacts. */
const enough = 5
/** This many more runs may end before the next check. */
const recentRuns = 100

/** Errors that a member must fix: another run would fail as well. */
const needingMember = new Set<RunError['code'] | undefined>([
  'model_not_configured',
  'model_auth',
  'model_blocked_address',
  'budget_exceeded',
  'usage_limit',
  'agent_deleted',
])
/** Temporary errors of the model, unrelated to the contact of the message. */
const ofTheModel = new Set<RunError['code'] | undefined>(['model_unavailable', 'model_rate_limited'])

/** Whether the error would fail every run until a member fixes it. */
export const needsMember = (error: RunError | null | undefined): boolean => needingMember.has(error?.code)

const stopSentences = {
  gone: 'The agent that writes the messages was deleted.',
  stopped: 'The agent that writes the messages does not run. Activate it first.',
  row: (reason: Text) => message('The agent could not write the last messages: {reason}', { reason: asValue(reason) }),
}

/** Why the agent starts no runs now; null if it does. */
export async function whyStopped(tx: OrgTx, agentId: string): Promise<string | null> {
  const agent = await findAgent(tx, agentId)
  if (!agent) return stopSentences.gone
  return stoppedStatuses.includes(agent.status) ? stopSentences.stopped : null
}

/**
 * Finds enough failures in a row up to the last ended run (or all that are left if the model was away); their contacts wait again. Contacts
 * with an earlier failed run do not count, or they would stop the send forever; a model error always counts. Returns the reason or null.
 */
export async function findRow(tx: OrgTx, sendId: string, { waiting, writing }: DraftSums): Promise<Text | null> {
  const ended = await lastEnded(tx, sendId, recentRuns)
  const written = ended.findIndex(({ status }) => status !== 'failed')
  const row = written < 0 ? ended : ended.slice(0, written)
  const isUnavailable = await findModelOutages(tx, row)
  const counted = row.filter((draft) => !draft.failed_before || isUnavailable(draft))
  const [last] = counted
  if (!last || (counted.length < enough && (waiting + writing > 0 || !counted.every(isUnavailable)))) return null
  await waitAgain(tx, sendId, idsOf(row.filter(isUnavailable)), { hasFailed: false })
  await waitAgain(tx, sendId, idsOf(row.filter((draft) => !isUnavailable(draft))), { hasFailed: true })
  return stopSentences.row(storedText(last.detail, last.detail_key))
}

const idsOf = (row: readonly DraftRow[]): string[] => row.map((draft) => draft.contact_id)

async function findModelOutages(tx: OrgTx, row: readonly DraftRow[]): Promise<(draft: DraftRow) => boolean> {
  const runs = await findRuns(
    tx,
    row.flatMap((draft) => draft.run_id ?? []),
  )
  return (draft) => ofTheModel.has(runs.get(draft.run_id ?? '')?.error?.code)
}

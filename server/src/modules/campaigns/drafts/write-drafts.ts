import { sql } from 'kysely'
import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import { isFinished } from '@imperium/contract/runs.ts'
import { textOf } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../../platform/errors.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { footerOf } from '../../channels/index.ts'
import { survivorsOf, loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { isInUse } from '../../organizations/index.ts'
import { findRuns, queueRun } from '../../runs/index.ts'
import { contentsOf } from '../messages/campaign-messages.ts'
import { pauseForFault } from '../engine/guard.ts'
import type { EngineParts, SendFacts } from '../engine/parts.ts'
import { readFacts, setSendStatus } from '../engine/send-store.ts'
import { releaseSend } from '../engine/start-send.ts'
import { findRow, needsMember, whyStopped } from './agent-faults.ts'
import { personalTask, readWritten } from './agent-texts.ts'
import {
  draftDetail,
  draftsWithStatus,
  failDrafts,
  failWaiting,
  continuedSince,
  insertDrafts,
  sendOfRun,
  sumDrafts,
  variantsOf,
  writeDraft,
} from './drafts-store.ts'
import type { DraftSums } from './drafts-store.ts'
import { writingTask } from './writing-task.ts'
import { campaignChanged } from '../campaign-changed.ts'

type ReachParts = Pick<EngineParts, 'checkReach' | 'checkWindows'>

/** Concurrent runs of one send: agents also answer conversations. */
const atOnce = 8
const pageSize = 200
/** Pages of unreachable contacts per round. */
const roundsMax = 25

/** The recipients are known: each gets a draft that waits for the agent. */
export const beginDrafting = (tx: OrgTx, { sendId }: Pick<SendFacts, 'sendId'>): Promise<void> => insertDrafts(tx, sendId)

/** Advances every send with messages written by an agent; runs in the leading process. */
export async function writeDrafts(platform: Platform, parts: ReachParts): Promise<void> {
  const sends = await platform.db.withSystem((tx) =>
    tx
      .selectFrom('campaign_sends')
      .select(['org_id', 'id'])
      .where('status', '=', 'drafting')
      .where(isInUse(sql.ref('campaign_sends.org_id')))
      .orderBy('id')
      .limit(100)
      .execute(),
  )
  for (const { org_id: orgId, id } of sends) {
    try {
      await advanceDrafts(platform, parts, orgId, id)
    } catch (error) {
      // One send's fault does not keep the others waiting.
      platform.log.error({ err: error, orgId, sendId: id }, 'drafts of a campaign could not go on')
    }
  }
}

/** A run has ended: if it wrote a draft, the next run may begin immediately. */
export async function handleEndedRun(platform: Platform, parts: ReachParts, orgId: string, runId: string): Promise<void> {
  const sendId = await platform.db.withOrg(orgId, (tx) => sendOfRun(tx, runId))
  if (sendId) await advanceDrafts(platform, parts, orgId, sendId)
}

/** Collects written drafts, starts runs, and ends the writing when none is left. Only the process that locks the send's row does it. */
async function advanceDrafts(platform: Platform, parts: ReachParts, orgId: string, sendId: string): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    const facts = await readFacts(tx, sendId, { lock: true })
    const agent = facts?.definition.agent
    if (facts?.status !== 'drafting' || !agent) return
    const stopped = await whyStopped(tx, agent.agentId)
    const taken = await collectWritten(tx, facts, { review: agent.review, isStopped: stopped !== null })
    let left = await sumDrafts(tx, sendId)
    const row = taken.hasFailed || left.waiting + left.writing === 0 ? await findRow(tx, sendId, left) : null
    const texts = taken.fault ?? row ?? (left.waiting > 0 ? stopped : null)
    // No contact is skipped: drafts without text wait for the resume.
    if (texts !== null) return void (await pauseForFault(platform, tx, sendId, { words: texts, refused: [] }))
    for (let round = 0; round < roundsMax && left.waiting > 0; round++) {
      await startWriting(platform, parts, tx, facts, left)
      left = await sumDrafts(tx, sendId)
      // Otherwise all checked contacts are unreachable: continue with the next page.
      if (left.writing > 0) break
    }
    if (left.waiting > 0 || left.writing > 0) return
    if (agent.review && left.written > 0) await setSendStatus(tx, sendId, ['drafting'], 'review')
    else await releaseSend(platform, tx, { sendId })
    await signal(tx, campaignChanged({ orgId, campaignId: facts.campaignId }))
  })
}

/**
 * Collects new texts. A draft waits again if its run failed by a fault of every run, or failed while the campaign was paused (a member was
 * already notified). Returns the fault, and whether a draft failed for another reason.
 */
async function collectWritten(
  tx: OrgTx,
  { sendId, channel, definition }: SendFacts,
  { review, isStopped }: { review: boolean; isStopped: boolean },
): Promise<{ fault: Text | null; hasFailed: boolean }> {
  const mustHaveSubject = channel === 'email' && !review && contentsOf(definition).some(({ subject }) => subject === '')
  const writing = await draftsWithStatus(tx, sendId, 'writing', 100)
  const [runs, since] = await Promise.all([
    findRuns(
      tx,
      writing.flatMap((draft) => draft.run_id ?? []),
    ),
    continuedSince(tx, sendId),
  ])
  let fault: Text | null = null
  let hasFailed = false
  for (const draft of writing) {
    const run = runs.get(draft.run_id ?? '')
    if (run && !isFinished(run.status)) continue
    const read = run?.status === 'completed' ? readWritten(run.output ?? '') : null
    // An email without a subject cannot be sent; in a review a member can still add it.
    const lacksSubject = mustHaveSubject && read?.subject === ''
    const texts = lacksSubject ? null : read
    const isBefore = since !== null && draft.updated_at < since
    const isPutBack = !texts && run?.status !== 'completed' && (isBefore || isStopped || needsMember(run?.error))
    if (isPutBack && !isBefore && needsMember(run?.error)) fault ??= run?.error ? textOf(run.error) : null
    hasFailed ||= !texts && !isPutBack
    const failure = lacksSubject
      ? 'The agent wrote no subject.'
      : run?.error
        ? textOf(run.error)
        : run
          ? 'The agent returned no text.'
          : 'The run is gone.'
    await writeDraft(tx, sendId, draft.contact_id, {
      // With what runs for the same message took before.
      cost_micros: draft.cost_micros + (run?.costMicros ?? 0),
      paid_runs: draft.paid_runs + (run && run.costMicros > 0 ? 1 : 0),
      ...(texts
        ? { status: review ? 'written' : 'approved', subject: texts.subject, body: texts.body, ...draftDetail('') }
        : isPutBack
          ? { status: 'waiting', run_id: null, ...draftDetail('') }
          : { status: 'failed', ...draftDetail(failure) }),
    })
  }
  return { fault, hasFailed }
}

/** How many runs may begin within the budget: the cost so far, plus the average cost of a run for each run in flight. */
export function mayStart({ writing, wrote, costMicros, paidRuns }: DraftSums, budgetMicros: number): number {
  // The cost of a run is unknown until one costs something or writes for free: a failure without cost does not show it.
  if (wrote + paidRuns === 0) return writing === 0 && budgetMicros > costMicros ? 1 : 0
  const each = paidRuns > 0 ? costMicros / paidRuns : 0
  const left = budgetMicros - costMicros - writing * each
  if (left <= 0) return 0
  return Math.min(atOnce - writing, each > 0 ? Math.floor(left / each) : atOnce)
}

async function startWriting(platform: Platform, parts: ReachParts, tx: OrgTx, facts: SendFacts, sums: DraftSums): Promise<void> {
  const { sendId, definition } = facts
  const budgetMicros = definition.agent?.budgetMicros ?? 0
  const count = mayStart(sums, budgetMicros)
  if (count <= 0) {
    // Runs in flight may cost less than estimated: the budget is used up only when none is in flight.
    if (sums.writing === 0) await failWaiting(tx, sendId, 'The budget of the campaign is used up.')
    return
  }
  const drafts = await draftsWithStatus(tx, sendId, 'waiting', pageSize)
  const contacts = await loadRecipients(
    tx,
    drafts.map((draft) => draft.contact_id),
  )
  const reasonAgainst = await checkContacts(tx, parts, facts, { contacts: [...contacts.values()], now: platform.clock.now() })
  const [{ organizationName }, variants] = await Promise.all([footerOf(tx), variantsOf(tx, sendId, [...contacts.keys()])])
  const gone = drafts.flatMap((draft) => (contacts.has(draft.contact_id) ? [] : [draft.contact_id]))
  const became = await survivorsOf(tx, gone)
  const against = new Map<string, string[]>()
  let started = 0
  for (const { contact_id: contactId } of drafts) {
    const contact = contacts.get(contactId)
    const reason = contact ? reasonAgainst(contact) : became.has(contactId) ? 'merged' : 'erased'
    if (contact && reason === null) {
      if (started === count) break
      started += 1
      const task = personalTask(writingTask(facts, variants.get(contactId) ?? 0, organizationName), contact)
      if (!(await startOne(platform, tx, facts, task, contactId))) break
    } else if (reason) {
      against.set(reason, [...(against.get(reason) ?? []), contactId])
    }
  }
  for (const [reason, contactIds] of against) await failDrafts(tx, sendId, contactIds, reason)
}

/** No text is written for unreachable contacts: returns the reason, or null for reachable ones. */
async function checkContacts(
  tx: OrgTx,
  parts: ReachParts,
  facts: SendFacts,
  { contacts, now }: { contacts: MessageContact[]; now: Date },
): Promise<(contact: MessageContact) => SkipReason | null> {
  const reach = await parts.checkReach(tx, facts, contacts)
  const isWindowClosed = await parts.checkWindows(tx, facts, contacts)
  const contents = contentsOf(facts.definition)
  return (contact) => {
    const verdict = reach.get(contact.id)
    if (!verdict) return 'erased'
    if (verdict.verdict === 'skip') return verdict.reason
    const at = verdict.verdict === 'later' ? verdict.until : now
    return contents.every((_content, variant) => isWindowClosed(contact, variant, at)) ? 'window_closed' : null
  }
}

/** False if the agent was stopped since the check: the next round pauses the campaign. */
async function startOne(
  platform: Platform,
  tx: OrgTx,
  { sendId, campaignId, definition, name }: SendFacts,
  input: Record<string, unknown>,
  contactId: string,
): Promise<boolean> {
  try {
    const runId = await queueRun(platform, tx, {
      agentId: definition.agent?.agentId ?? '',
      input,
      trigger: 'campaign',
      campaignId,
      startedBy: name,
      startedByUser: null,
    })
    await writeDraft(tx, sendId, contactId, { status: 'writing', run_id: runId })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status !== 422) return false
    // The contact's data exceed the input limit of a run.
    await failDrafts(tx, sendId, [contactId], error.text)
  }
  return true
}

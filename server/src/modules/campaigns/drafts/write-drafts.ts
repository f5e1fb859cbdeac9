import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import { isFinished } from '@imperium/contract/runs.ts'
import { AppError } from '../../../platform/errors.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { footerOf } from '../../channels/index.ts'
import { becameOf, loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { findRuns, queueRun } from '../../runs/index.ts'
import { contentsOf } from '../messages/campaign-messages.ts'
import { pauseForFault } from '../engine/guard.ts'
import type { EngineParts, SendFacts } from '../engine/parts.ts'
import { readFacts, setSendStatus } from '../engine/send-store.ts'
import { releaseSend } from '../engine/start-send.ts'
import { findRow, isForSomebody, whyStopped } from './agent-faults.ts'
import { personalTask, readWritten } from './agent-words.ts'
import {
  draftsWithStatus,
  failDrafts,
  failWaiting,
  goesOnSince,
  insertDrafts,
  sendOfRun,
  sumDrafts,
  variantsOf,
  writeDraft,
} from './drafts-store.ts'
import type { DraftSums } from './drafts-store.ts'
import { writingTask } from './writing-task.ts'

type ReachParts = Pick<EngineParts, 'checkReach' | 'checkWindows'>

/** Runs of one send at a time: agents answer people, too. */
const atOnce = 8
const pageSize = 200
/** Pages of people who will not be reached, in one go. */
const roundsMax = 25

/** The recipients are known: each gets a draft that waits for the agent. */
export const beginDrafting = (tx: OrgTx, { sendId }: Pick<SendFacts, 'sendId'>): Promise<void> => insertDrafts(tx, sendId)

/** Goes on with every send whose messages an agent writes; the process that leads the schedule does it. */
export async function writeDrafts(platform: Platform, parts: ReachParts): Promise<void> {
  const sends = await platform.db.withSystem((tx) =>
    tx.selectFrom('campaign_sends').select(['org_id', 'id']).where('status', '=', 'drafting').orderBy('id').limit(100).execute(),
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

/** A run has ended: where it wrote a draft, the next may begin at once. */
export async function hearRun(platform: Platform, parts: ReachParts, orgId: string, runId: string): Promise<void> {
  const sendId = await platform.db.withOrg(orgId, (tx) => sendOfRun(tx, runId))
  if (sendId) await advanceDrafts(platform, parts, orgId, sendId)
}

/** Takes in what was written, starts what may be, and ends the writing when there is nothing left. Whoever holds the send's row does it. */
async function advanceDrafts(platform: Platform, parts: ReachParts, orgId: string, sendId: string): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    const facts = await readFacts(tx, sendId, { lock: true })
    const agent = facts?.definition.agent
    if (facts?.status !== 'drafting' || !agent) return
    const stopped = await whyStopped(tx, agent.agentId)
    const taken = await takeIn(tx, facts, { review: agent.review, isStopped: stopped !== null })
    let left = await sumDrafts(tx, sendId)
    const row = taken.hasFailed || left.waiting + left.writing === 0 ? await findRow(tx, sendId, left) : null
    const words = taken.fault ?? row ?? (left.waiting > 0 ? stopped : null)
    // Nobody is given up for it: who has nothing yet waits for the resume.
    if (words !== null) return void (await pauseForFault(platform, tx, sendId, { words, refused: [] }))
    for (let round = 0; round < roundsMax && left.waiting > 0; round++) {
      await startWriting(platform, parts, tx, facts, left)
      left = await sumDrafts(tx, sendId)
      // Else all that were looked at are people who will not be reached: on to the next.
      if (left.writing > 0) break
    }
    if (left.waiting > 0 || left.writing > 0) return
    if (agent.review && left.written > 0) await setSendStatus(tx, sendId, ['drafting'], 'review')
    else await releaseSend(platform, tx, { sendId })
    await signal(tx, { kind: 'campaign', orgId, campaignId: facts.campaignId })
  })
}

/**
 * What has been written since. Where a run failed by what stops every run the draft waits again, and so does one that failed while the
 * campaign stood still: of what that was about, somebody has heard. Answers the fault, and whether anybody was left without words.
 */
async function takeIn(
  tx: OrgTx,
  { sendId, channel, definition }: SendFacts,
  { review, isStopped }: { review: boolean; isStopped: boolean },
): Promise<{ fault: string | null; hasFailed: boolean }> {
  const mustHaveSubject = channel === 'email' && !review && contentsOf(definition).some(({ subject }) => subject === '')
  const writing = await draftsWithStatus(tx, sendId, 'writing', 100)
  const [runs, since] = await Promise.all([
    findRuns(
      tx,
      writing.flatMap((draft) => draft.run_id ?? []),
    ),
    goesOnSince(tx, sendId),
  ])
  let fault: string | null = null
  let hasFailed = false
  for (const draft of writing) {
    const run = runs.get(draft.run_id ?? '')
    if (run && !isFinished(run.status)) continue
    const read = run?.status === 'completed' ? readWritten(run.output ?? '') : null
    // A mail without one reaches nobody; in a review somebody can still write it.
    const lacksSubject = mustHaveSubject && read?.subject === ''
    const words = lacksSubject ? null : read
    const isBefore = since !== null && draft.updated_at < since
    const isPutBack = !words && run?.status !== 'completed' && (isBefore || isStopped || isForSomebody(run?.error))
    if (isPutBack && !isBefore && isForSomebody(run?.error)) fault ??= run?.error?.message ?? null
    hasFailed ||= !words && !isPutBack
    const failure = lacksSubject
      ? 'The agent wrote no subject.'
      : (run?.error?.message ?? (run ? 'The agent returned no text.' : 'The run is gone.'))
    await writeDraft(tx, sendId, draft.contact_id, {
      // With what runs for the same message took before.
      cost_micros: draft.cost_micros + (run?.costMicros ?? 0),
      paid_runs: draft.paid_runs + (run && run.costMicros > 0 ? 1 : 0),
      ...(words
        ? { status: review ? 'written' : 'approved', subject: words.subject, body: words.body, detail: '' }
        : isPutBack
          ? { status: 'waiting', run_id: null, detail: '' }
          : { status: 'failed', detail: failure }),
    })
  }
  return { fault, hasFailed }
}

/** How many runs may begin within the budget: what was spent, and for those in hand what one that took anything has cost on average. */
export function mayStart({ writing, wrote, costMicros, paidRuns }: DraftSums, budgetMicros: number): number {
  // Until one took something, or wrote for nothing, nobody knows what one costs: one that failed for nothing does not tell.
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
    // What is in hand may cost less than it might have: only when nothing is, the budget is used up.
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
  const became = await becameOf(tx, gone)
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

/** Nothing is written for people who will not be reached: why not, or null for those who will. */
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

/** False where the agent was stopped since it was looked at: the next look pauses the campaign. */
async function startOne(
  platform: Platform,
  tx: OrgTx,
  { sendId, definition, name }: SendFacts,
  input: Record<string, unknown>,
  contactId: string,
): Promise<boolean> {
  try {
    const runId = await queueRun(platform, tx, {
      agentId: definition.agent?.agentId ?? '',
      input,
      trigger: 'campaign',
      startedBy: name,
      startedByUser: null,
    })
    await writeDraft(tx, sendId, contactId, { status: 'writing', run_id: runId })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status !== 422) return false
    // More is known about this person than a run takes.
    await failDrafts(tx, sendId, [contactId], error.message)
  }
  return true
}

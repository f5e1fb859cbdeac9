import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { meterMessages } from '../../../platform/metering/metering.ts'
import { channelOf, insertEvent, lockRecipient, writeRecipient } from './store.ts'
import { emitOutcomes } from './emit-outcomes.ts'
import type { Counter, EventType, RecipientRow } from './store.ts'

export interface Outcome {
  /** The event's id: that of the inbound item it comes from, or a new one. */
  id?: string
  sendId: string
  contactId: string
  type: EventType
  at: Date
  /** Caused by a scanner or a prefetching service: stored, never counted, never acted on. */
  machine?: boolean
  link?: number
  detail?: string
  /** Of a failure: `undelivered` unless given. */
  reason?: 'undelivered' | 'opted_out'
  /** The channel cannot report openings, so a click implies none. */
  hasNoOpenings?: boolean
}

/** Later states rank higher; bounces, complaints and unsubscribes rank highest and stay. */
const ranks = ['queued', 'sending', 'skipped', 'held', 'failed', 'sent', 'delivered', 'opened', 'clicked', 'responded'] as const
const objections = ['bounced', 'unsubscribed', 'complained'] as const
const rankOf = (status: string): number => [...ranks, ...objections].findIndex((each) => each === status)

type Stamped = Exclude<EventType, 'failed' | 'delayed'>

/** What else an event implies: a click implies an opening, an opening a delivery. */
const implied: Partial<Record<EventType, readonly Stamped[]>> = {
  opened: ['delivered'],
  clicked: ['delivered', 'opened'],
  responded: ['delivered'],
  complained: ['delivered'],
  unsubscribed: ['delivered'],
}

interface Change {
  set: Partial<RecipientRow> & { detail?: string | null }
  counts: Partial<Record<Counter, number>>
}

/**
 * What an event changes of a recipient and of the numbers. Each mark is set and counted once; an event that comes twice, late or out of
 * order changes nothing that an earlier one settled. Pure, so that tests can compare it with a model.
 */
export function applyEvent(row: RecipientRow, { type, at, detail, reason = 'undelivered', hasNoOpenings = false }: Outcome): Change {
  const set: Change['set'] = {}
  const counts: Change['counts'] = {}
  const count = (counter: Counter, by: 1 | -1) => {
    counts[counter] = (counts[counter] ?? 0) + by
  }
  const stamp = (name: Stamped) => {
    const column = `${name}_at` as const
    if (row[column] || set[column]) return
    set[column] = at
    count(name, 1)
  }
  // Not sent as far as we know: the event is not about this message. With a possible copy it is about that copy; a failed copy is followed
  // by its repeat.
  const isUnsent = row.status === 'queued' || row.status === 'skipped'
  if (isUnsent && (row.copies === 0 || type === 'failed')) return { set, counts }
  if (type === 'delayed') return { set, counts }
  // Providers guarantee no order: a bounced message had been accepted before.
  if (type === 'delivered' && row.bounced_at) return { set, counts }
  /** The outcome is known now: the row leaves held, failed or skipped. */
  const settleOpen = () => {
    if (row.status === 'held' || row.status === 'failed' || row.status === 'skipped') count(row.status, -1)
    if (isUnsent || row.status === 'held' || row.status === 'failed') set.reason = null
  }
  /** It was sent, whatever a crash or a refusal left open. While it is being sent the engine counts it, unless this event is its end. */
  const countSent = ({ isEnd = false } = {}) => {
    if (row.sent_at || (row.status === 'sending' && !isEnd)) return
    set.sent_at = at
    count('sent', 1)
  }
  if (type === 'failed' || type === 'bounced') {
    const isSettled = row.status === 'failed' && row.reason !== 'outcome_unknown'
    // A recipient that read the message has it.
    if (row.bounced_at || isSettled || (type === 'failed' && rankOf(row.status) > rankOf('delivered'))) return { set, counts }
    // Accepted, and bounced later: it was not delivered.
    if (row.delivered_at && !row.opened_at && !row.responded_at) {
      set.delivered_at = null
      count('delivered', -1)
    }
    settleOpen()
    countSent({ isEnd: true })
    if (type === 'bounced') set.bounced_at = at
    else set.reason = reason
    if (type === 'failed' && (row.sent_at || set.sent_at)) count('undelivered', 1)
    count(type, 1)
    if (rankOf(row.status) <= rankOf('delivered')) {
      set.status = type
      if (type === 'bounced') set.reason = 'bounced'
    }
    if (detail) set.detail = detail.slice(0, 500)
    return { set, counts }
  }
  for (const each of implied[type] ?? []) if (each !== 'opened' || !hasNoOpenings) stamp(each)
  stamp(type)
  settleOpen()
  if (row.status === 'failed' && row.sent_at) count('undelivered', -1)
  countSent()
  // While it is being sent the engine settles the status itself.
  if (row.status !== 'sending' && rankOf(type) > rankOf(row.status)) set.status = type
  return { set, counts }
}

/**
 * Writes an event and its effects in the caller's transaction; the only way for a later event to change a recipient or the numbers of a
 * campaign. False where there is no such recipient (erased since, or never ours).
 */
export async function recordOutcome(platform: Pick<Platform, 'events'>, tx: OrgTx, outcome: Outcome): Promise<boolean> {
  const row = await lockRecipient(tx, outcome.sendId, outcome.contactId)
  if (!row) return false
  const { machine = false, link, detail = '' } = outcome
  await insertEvent(tx, { ...outcome, id: outcome.id ?? newId(), machine, link: link ?? null, detail })
  if (machine) return true
  const { set, counts } = applyEvent(row, outcome)
  // Meters it here: its chunk, which meters the others when it is handed back, may never be handed back again.
  if (counts.sent) await meterMessages(tx, await channelOf(tx, row.campaign_id), 1, { campaignId: row.campaign_id })
  await writeRecipient(tx, { ...outcome, chunk: row.chunk }, set, counts.sent ? { ...counts, metered: 1 } : counts)
  await emitOutcomes(platform, tx, { ...outcome, detail }, counts)
  return true
}

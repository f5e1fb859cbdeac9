import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { meterMessages } from '../../../platform/metering/metering.ts'
import { channelOf, insertEvent, lockRecipient, writeRecipient } from './store.ts'
import { tellMessage } from './tell-message.ts'
import type { Counter, EventType, RecipientRow } from './store.ts'

export interface Outcome {
  /** Of the event, where something that came in is what it is known by; a new one otherwise. */
  id?: string
  sendId: string
  contactId: string
  type: EventType
  at: Date
  /** A scanner or a prefetching service did it: kept, never counted, never acted on. */
  machine?: boolean
  link?: number
  detail?: string
  /** Of a failure: `undelivered` unless given. */
  reason?: 'undelivered' | 'opted_out'
  /** Nobody can tell of an opening on this channel, so a click tells of none. */
  hasNoOpenings?: boolean
}

/** Further along is higher; what a person or their server objects to is highest and stays. */
const ranks = ['queued', 'sending', 'skipped', 'held', 'failed', 'sent', 'delivered', 'opened', 'clicked', 'responded'] as const
const objections = ['bounced', 'unsubscribed', 'complained'] as const
const rankOf = (status: string): number => [...ranks, ...objections].findIndex((each) => each === status)

type Stamped = Exclude<EventType, 'failed' | 'delayed'>

/** What else an event says: a click was an opening, an opening a delivery. */
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
 * What an event changes of a recipient and of the numbers. Each mark is set once and counted once; an event that comes twice, late or
 * out of order changes nothing that an earlier one has settled. Pure, so that a model can be held against it.
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
  // Nothing of it was sent as far as we know: whatever this event is about, it is not this message. Where a copy may be out, it is about
  // that one; of one that failed the next is the repeat.
  const isUnsent = row.status === 'queued' || row.status === 'skipped'
  if (isUnsent && (row.copies === 0 || type === 'failed')) return { set, counts }
  if (type === 'delayed') return { set, counts }
  // Providers promise no order: what came back for good had been accepted before.
  if (type === 'delivered' && row.bounced_at) return { set, counts }
  /** Known now, it is none of those any more. */
  const settleOpen = () => {
    if (row.status === 'held' || row.status === 'failed' || row.status === 'skipped') count(row.status, -1)
    if (isUnsent || row.status === 'held' || row.status === 'failed') set.reason = null
  }
  /** Handed over it was, whatever a crash or a refusal had left open. While it is being sent the engine says so itself, unless this is its end. */
  const countSent = ({ isEnd = false } = {}) => {
    if (row.sent_at || (row.status === 'sending' && !isEnd)) return
    set.sent_at = at
    count('sent', 1)
  }
  if (type === 'failed' || type === 'bounced') {
    const isSettled = row.status === 'failed' && row.reason !== 'outcome_unknown'
    // Whoever has read it has got it.
    if (row.bounced_at || isSettled || (type === 'failed' && rankOf(row.status) > rankOf('delivered'))) return { set, counts }
    // Accepted, and then given back: it was no delivery after all.
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
 * Writes an event and what follows from it, in the caller's transaction; the only way in which a later event changes a recipient or the
 * numbers of a campaign. False where there is no such recipient (erased since, or never of ours).
 */
export async function recordOutcome(platform: Pick<Platform, 'events'>, tx: OrgTx, outcome: Outcome): Promise<boolean> {
  const row = await lockRecipient(tx, outcome.sendId, outcome.contactId)
  if (!row) return false
  const { machine = false, link, detail = '' } = outcome
  await insertEvent(tx, { ...outcome, id: outcome.id ?? newId(), machine, link: link ?? null, detail })
  if (machine) return true
  const { set, counts } = applyEvent(row, outcome)
  // Its chunk may never be given back again, which is when the others are metered.
  if (counts.sent) await meterMessages(tx, await channelOf(tx, row.campaign_id), 1)
  await writeRecipient(tx, { ...outcome, chunk: row.chunk }, set, counts.sent ? { ...counts, metered: 1 } : counts)
  await tellMessage(platform, tx, { ...outcome, detail }, counts)
  return true
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { claimOne } from '../../../platform/leases/lease-store.ts'
import { LeaseLostError } from '../../../platform/leases/lease-table.ts'
import type { Lease, LeaseTable } from '../../../platform/leases/lease-table.ts'
import { isInUse } from '../../organizations/index.ts'
import { mostCopies } from './settle.ts'

export interface ChunkKey {
  sendId: string
  chunk: number
  /** Epoch of the lease; later leases have higher epochs, and writes of an earlier epoch are rejected. */
  epoch: number
}

const chunkKey = { send_id: 'uuid', chunk: 'int' } as const

/**
 * Leases of chunks. A job claims one (`claimChunk`) in the transaction that reads what it needs (ADR 23); a handed-back chunk stays `leased`
 * without an owner, as after a crash, and the next worker takes it immediately.
 */
export const chunkLeases = (leaseMs: number): LeaseTable<typeof chunkKey> => ({
  table: 'app.campaign_chunks',
  key: chunkKey,
  dueAt: 'job_at',
  leaseMs,
  held: sql`l.status = 'leased'`,
  released: sql`lease_until = now()`,
})

/** Its send is active. */
const isLive = sql`exists (
    select from app.campaign_sends s where s.org_id = l.org_id and s.id = l.send_id and s.status in ('sending', 'testing')) and ${isInUse(sql`l.org_id`)}`

/** The same for active sends: chunks of other sends stay as they are until their send resumes. */
export const liveChunks = (leaseMs: number): LeaseTable<typeof chunkKey> => ({
  ...chunkLeases(leaseMs),
  held: sql`l.status = 'leased' and ${isLive}`,
})

interface ClaimedChunk {
  taken_at: Date
  /** When an earlier worker reserved messages of a month that is over. */
  reserved_at: Date | null
}

const monthOf = (moment: RawBuilder<unknown>) => sql`date_trunc('month', ${moment} at time zone 'UTC')`
/** How a chunk is claimed: a ready one, or one without an owner or with an expired lease. */
const claimable = (leaseMs: number): LeaseTable<typeof chunkKey, ClaimedChunk> => ({
  ...chunkLeases(leaseMs),
  held: sql`l.status = 'leased' and ${isLive}`,
  open: sql`(l.status = 'leased' or (l.status = 'ready' and (l.next_at is null or l.next_at <= now() + interval '100 milliseconds'))) and ${isLive}`,
  claimed: sql`status = 'leased', job_at = null, next_at = null, recoveries = l.recoveries + (l.status = 'leased')::int`,
  row: sql`now() as taken_at,
    case when l.metered > l.sent and ${monthOf(sql`l.reserved_at`)} < ${monthOf(sql`now()`)} then l.reserved_at end as reserved_at`,
})

export const leaseOf = (orgId: string, { sendId, chunk, epoch }: ChunkKey): Lease<typeof chunkKey> => ({
  orgId,
  key: { send_id: sendId, chunk },
  epoch,
})

/** Another worker has the chunk now: stop and write nothing. */
export class ChunkLostError extends LeaseLostError {
  constructor({ sendId, chunk, epoch }: ChunkKey) {
    super(`chunk ${chunk} of send ${sendId}, taken with epoch ${epoch},`)
    this.name = 'ChunkLostError'
  }
}

export interface Taken {
  epoch: number
  takenAt: Date
  reservedAt: Date | null
}

/** Leases a chunk of an active send. Null if there is none. */
export async function claimChunk(
  tx: OrgTx,
  { sendId, chunk, owner, leaseMs }: { sendId: string; chunk: number; owner: string; leaseMs: number },
): Promise<Taken | null> {
  const claimed = await claimOne(tx, claimable(leaseMs), { orgId: tx.orgId, key: { send_id: sendId, chunk }, owner })
  return claimed && { epoch: claimed.epoch, takenAt: claimed.row.taken_at, reservedAt: claimed.row.reserved_at }
}

/** The status that the marks of a recipient (`r`) prove for a message that was handed over. */
export const statusOfMarks = (isDelivered: RawBuilder<unknown>): RawBuilder<string> => sql<string>`case
  when r.complained_at is not null then 'complained' when r.unsubscribed_at is not null then 'unsubscribed'
  when r.responded_at is not null then 'responded' when r.clicked_at is not null then 'clicked' when r.opened_at is not null then 'opened'
  when ${isDelivered} then 'delivered' else 'sent' end`

/**
 * Settles unknown outcomes of an earlier epoch: reported deliveries count; the account's policy decides the rest: repeat with the same id
 * (counted) or hold for a member. Notes the account with the chunk, to match later replies to it. Returns the number.
 */
export async function recoverUnknown(
  tx: OrgTx,
  { sendId, chunk }: ChunkKey,
  { id, unknownPolicy }: { id: string; unknownPolicy: 'repeat' | 'hold' },
): Promise<number> {
  const hasArrived = sql`r.delivered_at is not null`
  const goesAgain = sql`(${unknownPolicy} = 'repeat' and r.copies < ${mostCopies})`
  // For a chunk leased before accounts were noted the list of accounts may be incomplete.
  const isComplete = sql`(${id}::uuid = any(c.account_ids) or (c.account_ids is null and c.epoch > 1))`
  const { rows } = await sql<{ found: number }>`
    with lost as (
      update app.campaign_recipients r set
        status = case when ${hasArrived} then ${statusOfMarks(hasArrived)} when ${goesAgain} then 'queued' else 'held' end,
        reason = case when ${hasArrived} or ${goesAgain} then null else 'outcome_unknown' end,
        sent_at = case when ${hasArrived} then now() end,
        copies = r.copies + case when not ${hasArrived} and ${goesAgain} then 1 else 0 end
      where r.send_id = ${sendId} and r.chunk = ${chunk} and r.status = 'sending'
      returning r.status
    ), sums as (
      select count(*)::int as found, count(*) filter (where status = 'held')::int as held, count(*) filter (where status = 'queued')::int as again from lost
    )
    update app.campaign_chunks c set held = c.held + sums.held, repeats = c.repeats + sums.again, sent = c.sent + sums.found - sums.held - sums.again,
      account_ids = case when ${isComplete} then c.account_ids else array_append(c.account_ids, ${id}::uuid) end
    from sums where send_id = ${sendId} and chunk = ${chunk} returning sums.found`.execute(tx)
  return rows[0]?.found ?? 0
}

export interface DueRow {
  contact_id: string
  variant: number
  attempts: number
  copies: number
  tried_at: Date | null
  draft_status: string | null
  draft_subject: string | null
  draft_body: string | null
}

/** Due recipients of the chunk, by contact id after `after`. */
export async function listDue(
  tx: OrgTx,
  { sendId, chunk }: ChunkKey,
  after: string,
  limit: number,
  withDrafts: boolean,
): Promise<DueRow[]> {
  const drafts = withDrafts
    ? sql`left join app.campaign_drafts d on d.org_id = r.org_id and d.send_id = r.send_id and d.contact_id = r.contact_id`
    : sql`cross join (select null::text as status, null::text as subject, null::text as body) d`
  // Materialized: the chunk's open rows by their index, then in order. By order first, the snapshot would be read up to the chunk.
  const { rows } = await sql<DueRow>`
    with due as materialized (
      select org_id, send_id, contact_id, variant, attempts, copies, tried_at from app.campaign_recipients
      where org_id = ${tx.orgId} and send_id = ${sendId} and chunk = ${chunk} and status = 'queued' and (next_at is null or next_at <= now())
    )
    select r.contact_id, r.variant, r.attempts, r.copies, r.tried_at,
      d.status as draft_status, d.subject as draft_subject, d.body as draft_body
    from due r ${drafts}
    where r.contact_id > ${after} order by r.contact_id limit ${limit}`.execute(tx)
  return rows
}

/** Messages of all campaigns but one to these contacts since a time, or in flight: for the frequency cap. */
export async function countSentSince(
  tx: OrgTx,
  contactIds: readonly string[],
  since: Date,
  exceptSend: string | null,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ contact_id: string; sent: number }>`
    select contact_id, count(*)::int as sent from app.campaign_recipients
    where contact_id = any(${[...contactIds]}::uuid[]) and (sent_at >= ${since} or (sent_at is null and status = 'sending' and send_id is distinct from ${exceptSend}::uuid))
    group by contact_id`.execute(tx)
  return new Map(rows.map((row) => [row.contact_id, row.sent]))
}

export interface ChunkEnd {
  /** Milliseconds until it is taken up again; null: it is done, or waits for the send to go on. */
  againInMs: number | null
  sentUnmetered: number
}

/**
 * Hands the chunk back: done if every recipient is final, else ready when the next one is due, or after `waitMs` if that is
 * later. Null if another worker has it.
 */
export async function releaseChunk(tx: OrgTx, { sendId, chunk, epoch }: ChunkKey, waitMs: number): Promise<ChunkEnd | null> {
  const { rows } = await sql<{ status: string; again_ms: number; unmetered: number; is_live: boolean }>`
    with open as (
      select count(*) as unsent, coalesce(min(coalesce(next_at, now())), now()) as due from app.campaign_recipients
      where send_id = ${sendId} and chunk = ${chunk} and status in ('queued', 'sending')
    ), before as (
      select sent - metered as unmetered from app.campaign_chunks where send_id = ${sendId} and chunk = ${chunk} and epoch = ${epoch} for update
    ), live as (
      select exists (select from app.campaign_sends where id = ${sendId} and status in ('sending', 'testing')) as is_live
    )
    update app.campaign_chunks c set lease_owner = null, lease_until = null, metered = sent,
      status = case when open.unsent = 0 then 'done' else 'ready' end,
      next_at = case when open.unsent = 0 then null else greatest(open.due, now() + ${waitMs} * interval '1 millisecond') end,
      job_at = case when open.unsent > 0 and live.is_live then greatest(open.due, now() + ${waitMs} * interval '1 millisecond') end
    from open, before, live
    where c.send_id = ${sendId} and c.chunk = ${chunk} and c.epoch = ${epoch} and c.status = 'leased'
    returning c.status, before.unmetered, live.is_live,
      greatest(0, ceil(1000 * extract(epoch from coalesce(c.next_at, now()) - now())))::int as again_ms`.execute(tx)
  const row = rows[0]
  if (!row) return null
  return { againInMs: row.status === 'ready' && row.is_live ? row.again_ms : null, sentUnmetered: row.unmetered }
}

import { sql } from 'kysely'
import type { QueryResult, RawBuilder } from 'kysely'
import pg from 'pg'
import { isInUse } from '../../organizations/index.ts'
import { ChunkLostError, statusOfMarks } from './chunk-store.ts'
import type { ChunkKey } from './chunk-store.ts'
import type { Change } from './settle.ts'

/** A message that is about to go out. */
export interface Mark {
  contactId: string
  /** How many copies may have been sent already. */
  copies: number
  variant: number
  address: string
  /** Of the short links in its text, where it has any. */
  code?: string | undefined
}

export interface Written {
  /** Those that may go out now. */
  marked: Set<string>
  /** Recipients whose code already belongs to another message. */
  clashing: Set<string>
  /** Those that were refused for good, newly. */
  bounced: string[]
  /** Recipients newly delivered with their acceptance; only where `namesDelivered` asks for them. */
  delivered: string[]
  /** How many failed. */
  failed: number
  /** How many more count as failed because their outcome is unknown and they are not to be sent again now. */
  leftOut: number
  /** `changed`: its campaign has another version by now. */
  sendStatus: string
}

export interface Window {
  orgId: string
  key: ChunkKey
  /** By which the marks were chosen. */
  campaignVersion: number
  changes: readonly Change[]
  marks: readonly Mark[]
  leaseMs: number
  /** Whether the delivered recipients are to be returned. */
  namesDelivered?: boolean
}

interface WindowRow {
  marked: string[] | null
  bounced: string[] | null
  delivered: string[] | null
  failed: number
  left_out: number
  send_status: string
}

/** The SQLSTATE with which the statement fails on purpose: `division_by_zero`. */
const noRowWritten = '22012'

/**
 * Writes a window by any function that runs its statement: in a transaction, or as one of its own.
 * @throws ChunkLostError where another worker has leased the chunk.
 */
export async function writeWindow(
  window: Window,
  run: (statement: RawBuilder<WindowRow>) => Promise<QueryResult<WindowRow>>,
): Promise<Written> {
  try {
    const { rows } = await run(windowStatement(window))
    const [row] = rows
    if (!row) throw new ChunkLostError(window.key)
    return {
      marked: new Set(row.marked ?? []),
      clashing: new Set(),
      bounced: row.bounced ?? [],
      delivered: row.delivered ?? [],
      failed: row.failed - row.left_out,
      leftOut: row.left_out,
      sendStatus: row.send_status,
    }
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === noRowWritten ? new ChunkLostError(window.key) : error
  }
}

/**
 * One statement writes the outcomes of the last messages and marks the next, or neither: the epoch decides. Marks none for a paused, changed or
 * suspended send or an erased contact. Double ids and `coalesce` force lookups by primary key.
 */
function windowStatement({ orgId, key, campaignVersion, changes, marks, leaseMs, namesDelivered = false }: Window): RawBuilder<WindowRow> {
  const { sendId, chunk, epoch } = key
  const of = <K extends keyof Change>(name: K) => changes.map((each) => each[name])
  const marked = marks.map((each) => each.contactId)
  const hasArrived = sql`(c.status in ('queued', 'held', 'failed') and r.delivered_at is not null)`
  return sql<WindowRow>`
    with live as (
      select case when not ${isInUse(sql`s.org_id`)} then 'suspended' when s.status in ('sending', 'testing') and c.version <> ${campaignVersion} then 'changed' else s.status end as status,
        s.status in ('sending', 'testing') and c.version = ${campaignVersion} and ${isInUse(sql`s.org_id`)} as is_live
      from app.campaign_sends s join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
        join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
      where s.id = ${sendId} and k.chunk = ${chunk} and k.epoch = ${epoch} and k.status = 'leased'
    ), changed as (
      update app.campaign_recipients r set
        status = case
          when r.status not in ('queued', 'sending') then r.status
          when c.status <> 'sent' and not ${hasArrived} then c.status
          else ${statusOfMarks(sql`c.delivered or r.delivered_at is not null`)} end,
        reason = case when r.status not in ('queued', 'sending') then r.reason when ${hasArrived} then null else c.reason end,
        detail = case when c.was = 'sending' and r.address = '' then null else coalesce(c.detail, r.detail) end,
        provider_id = case when c.was = 'sending' and r.address = '' then null else coalesce(c.provider_id, r.provider_id) end,
        next_at = now() + c.delay_ms * interval '1 millisecond',
        attempts = r.attempts + c.tries, copies = r.copies + case when ${hasArrived} then 0 else c.copies end,
        tried_at = case when c.tries > 0 then coalesce(r.tried_at, now()) else r.tried_at end,
        sent_at = case when c.status in ('sent', 'bounced') or ${hasArrived} then coalesce(r.sent_at, now()) else r.sent_at end,
        delivered_at = case when c.delivered and r.bounced_at is null then coalesce(r.delivered_at, now()) else r.delivered_at end,
        bounced_at = case when c.status = 'bounced' then coalesce(r.bounced_at, now()) else r.bounced_at end
      from live, unnest(${of('contactId')}::uuid[], ${of('was')}::text[], ${of('status')}::text[], ${of('reason')}::text[], ${of('detail')}::text[],
        ${of('providerId')}::text[], ${of('delayMs')}::bigint[], ${of('tries')}::smallint[], ${of('copies')}::smallint[],
        ${of('delivered')}::boolean[], ${of('costMicros')}::bigint[]) as c(contact_id, was, status, reason, detail, provider_id, delay_ms, tries, copies, delivered, cost)
      where r.org_id = ${orgId} and r.send_id = ${sendId} and r.contact_id = any(${of('contactId')}::uuid[]) and r.contact_id = c.contact_id
        and (r.status = c.was or (c.status in ('sent', 'bounced') and r.sent_at is null and r.status not in ('queued', 'sending')))
      returning r.contact_id, c.was, case when ${hasArrived} then 'sent' else c.status end as status, case when ${hasArrived} then 0 else c.copies end as copies, c.cost, r.sent_at = now() as is_sent, r.delivered_at = now() as is_delivered, r.bounced_at = now() as is_bounced,
        r.status = 'failed' and r.sent_at = now() as is_undelivered, r.address <> '' as is_known
    ), marked as (
      update app.campaign_recipients r set status = 'sending', variant = m.variant, address = m.address, next_at = null
      from live, unnest(${marked}::uuid[], ${marks.map((each) => each.variant)}::smallint[],
        ${marks.map((each) => each.address)}::text[]) as m(contact_id, variant, address)
      where live.is_live and r.org_id = ${orgId} and r.send_id = ${sendId} and r.contact_id = any(${marked}::uuid[]) and r.contact_id = m.contact_id
        and coalesce(r.status, '') in ('queued', 'sending') and r.reason is distinct from 'erased'
      returning r.contact_id
    ), sums as (
      select count(*) filter (where is_sent) as sent, count(*) filter (where is_delivered) as delivered, count(*) filter (where is_bounced) as bounced,
        count(*) filter (where is_undelivered) as undelivered,
        count(*) filter (where status = 'failed')::int as failed, count(*) filter (where was = 'queued' and status = 'failed')::int as left_out, count(*) filter (where status = 'skipped') as skipped,
        count(*) filter (where status = 'held') as held, coalesce(sum(copies), 0) as repeats, coalesce(sum(cost), 0) as cost,
        array_agg(contact_id) filter (where is_bounced and is_known) as bounced_ids,
        array_agg(contact_id) filter (where is_delivered and is_known and ${namesDelivered}) as delivered_ids
      from changed
    ), written as (
      update app.campaign_chunks k set sent = k.sent + sums.sent, delivered = k.delivered + sums.delivered, bounced = k.bounced + sums.bounced,
        undelivered = k.undelivered + sums.undelivered, failed = k.failed + sums.failed, skipped = k.skipped + sums.skipped, held = k.held + sums.held, repeats = k.repeats + sums.repeats,
        cost_micros = k.cost_micros + sums.cost,
        lease_until = now() + ${leaseMs} * interval '1 millisecond'
      from sums, live
      where k.send_id = ${sendId} and k.chunk = ${chunk} and k.epoch = ${epoch} and k.status = 'leased'
      returning (select array_agg(contact_id) from marked) as marked, sums.bounced_ids as bounced, sums.delivered_ids as delivered, sums.failed, sums.left_out, live.status as send_status
    )
    select marked, bounced, delivered, failed, left_out, send_status, 1 / (select count(*) from written) as is_written from (select 1) one left join written on true`
}

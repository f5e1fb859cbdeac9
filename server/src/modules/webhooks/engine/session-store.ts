import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { lockQueues } from '../deliveries/queue-store.ts'

export interface EndpointRow {
  url: string
  headers: string | null
  header_names: string[]
  secret: string
  former_secret: string | null
  former_until: Date | null
  rate_per_second: number | null
  is_enabled: boolean
  is_deleted: boolean
  failures_in_row: number
  /** Milliseconds until its pause ends; null without one. */
  paused_ms: number | null
}

export async function readEndpoint(tx: OrgTx, webhookId: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select w.url, w.headers, w.header_names, w.secret, w.former_secret, w.former_until, w.rate_per_second, w.is_enabled,
      w.deleted_at is not null as is_deleted, q.failures_in_row,
      (1000 * extract(epoch from q.paused_until - now()))::float8 as paused_ms
    from app.webhooks w join app.webhook_queues q on q.org_id = w.org_id and q.webhook_id = w.id where w.id = ${webhookId}`.execute(tx)
  return rows[0]
}

export interface DueDelivery {
  id: string
  event_id: string
  body: string
  attempts: number
  failures: number
  is_test: boolean
}

/** An earlier one with the same key has not ended. Ids are in the order of the events. */
const isBlocked = sql<boolean>`d.ordering_key is not null and exists (
  select from app.webhook_deliveries e where e.org_id = d.org_id and e.webhook_id = d.webhook_id and e.status = 'pending'
    and e.ordering_key = d.ordering_key and e.id < d.id)`

interface DueRequest {
  /** Ids that are in hand already. */
  known: readonly string[]
  limit: number
  /** Of a disabled webhook, and in a pause. */
  onlyTests: boolean
}

export async function readDue(tx: OrgTx, webhookId: string, { known, limit, onlyTests }: DueRequest): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.id, d.event_id, d.body, d.attempts, d.failures, d.is_test from app.webhook_deliveries d
    where d.org_id = ${tx.orgId} and d.webhook_id = ${webhookId} and d.status = 'pending' and d.due_at <= now()
      and d.id <> all(${[...known]}::uuid[]) ${onlyTests ? sql`and d.is_test` : sql``} and not (${isBlocked})
    order by d.due_at, d.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Lets go of a webhook: due again with its next delivery. False while a transaction is just queueing one, which would be overlooked, and
 * for a lease that is lost.
 */
export async function handBack(
  tx: OrgTx,
  { webhookId, epoch }: { webhookId: string; epoch: number },
  paused: { until: Date | null; failuresInRow: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from app.webhook_queues where webhook_id = ${webhookId} and epoch = ${epoch} and lease_owner is not null
    for update skip locked`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    update app.webhook_queues q set lease_owner = null, paused_until = ${paused.until}, failures_in_row = ${paused.failuresInRow},
      due_at = coalesce(
        (select d.due_at from app.webhook_deliveries d
          where d.org_id = q.org_id and d.webhook_id = q.webhook_id and d.status = 'pending' and d.is_test limit 1),
        (select greatest(d.due_at, ${paused.until}::timestamptz) from app.webhook_deliveries d
          where d.org_id = q.org_id and d.webhook_id = q.webhook_id and d.status = 'pending' and not (${isBlocked})
          order by d.due_at limit 1))
    where q.webhook_id = ${webhookId}`.execute(tx)
  return true
}

interface Ending {
  error: string
  limit: number
  /** Ids of calls under way: their outcome is written when it is known. */
  inFlight: readonly string[]
}

/** Ends what a disabled webhook has not sent; returns whether there may be more. Nothing of one that is enabled by now. */
export async function failPending(tx: OrgTx, webhookId: string, { error, limit, inFlight }: Ending): Promise<boolean> {
  const disabled = await sql`
    select from app.webhooks where org_id = ${tx.orgId} and id = ${webhookId} and not is_enabled and deleted_at is null for share`.execute(
    tx,
  )
  if (disabled.rows.length === 0) return false
  await lockQueues(tx, [webhookId])
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      update app.webhook_deliveries set status = 'failed', due_at = null, error = ${error}
      where id in (
        select id from app.webhook_deliveries where org_id = ${tx.orgId} and webhook_id = ${webhookId} and status = 'pending' and not is_test
          and id <> all(${[...inFlight]}::uuid[])
        order by due_at, id limit ${limit})
      returning 1
    ), counted as (
      update app.webhook_queues set failed = failed + (select count(*) from ended) where webhook_id = ${webhookId}
    )
    select count(*) as ended from ended`.execute(tx)
  return (rows[0]?.ended ?? 0) === limit
}

/** Deletes some deliveries of a deleted webhook, at last the webhook; returns whether it is gone. */
export async function purge(tx: OrgTx, webhookId: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from app.webhook_deliveries where id in (
        select id from app.webhook_deliveries where org_id = ${tx.orgId} and webhook_id = ${webhookId} limit ${limit})
      returning id
    ), logged as (
      delete from app.webhook_attempts where delivery_id in (select id from gone)
    )
    select count(*) as gone from gone`.execute(tx)
  if ((rows[0]?.gone ?? 0) > 0) return false
  await tx.deleteFrom('webhooks').where('id', '=', webhookId).where('deleted_at', 'is not', null).execute()
  return true
}

import { sql } from 'kysely'
import { createGroupCommit } from '../../../platform/db/group-commit.ts'
import type { GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Database, OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import { lockQueues } from '../deliveries/queue-store.ts'
import { testDelivered } from '../webhook-signals.ts'
import { keptAttempts, keptBodies, shortBody } from './logged-bodies.ts'

/** What an attempt changes. */
export interface Settled {
  webhook_id: string
  epoch: number
  delivery_id: string
  attempt: number
  failures: number
  status: 'success' | 'failed' | 'pending'
  /** Until the next attempt; null without one. */
  due_ms: number | null
  is_test: boolean
  at: Date
  url: string
  status_code: number | null
  latency_ms: number
  error: string | null
  request_headers: object
  response_headers: object
  response_body: string
}

/** Writes attempts of an organization's webhooks together; for each, whether its lease was still held. */
export const createSettler = (db: Database): GroupCommit<Settled, boolean> =>
  createGroupCommit(db, settleAll, ({ response_body: body }) => body.length)

const given = (items: readonly Settled[]) => sql`
  jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g(webhook_id uuid, epoch int, delivery_id uuid, attempt int, failures int, status text,
    due_ms float8, is_test boolean, at timestamptz, url text, status_code int, latency_ms int, error text, request_headers jsonb,
    response_headers jsonb, response_body text)`

async function settleAll(tx: OrgTx, items: readonly Settled[]): Promise<boolean[]> {
  const [, { rows }] = await Promise.all([lockQueues(tx, [...new Set(items.map((item) => item.webhook_id))]), settleLocked(tx, items)])
  for (const { delivery_id: deliveryId, is_test: isTest } of items) if (isTest) await signal(tx, testDelivered({ deliveryId }))
  const held = new Map(rows.map((row) => [row.webhook_id, row.epoch]))
  return items.map(({ webhook_id: webhookId, epoch }) => held.get(webhookId) === epoch)
}

/** Of a delivery that was tried often: early responses are cut, the earliest attempts are dropped. */
const shortenLog = (tx: OrgTx) => sql`, cut as (
      update app.webhook_attempts a set response_body = left(a.response_body, ${shortBody}) from given g
      where a.org_id = ${tx.orgId} and a.delivery_id = g.delivery_id and a.attempt = g.attempt - ${keptBodies}::int
        and length(a.response_body) > ${shortBody}
    ), dropped as (
      delete from app.webhook_attempts a using given g
      where a.org_id = ${tx.orgId} and a.delivery_id = g.delivery_id and a.attempt = g.attempt - ${keptAttempts}::int
    )`

/** The queues must be locked (`lockQueues`). */
function settleLocked(tx: OrgTx, items: readonly Settled[]) {
  // Most deliveries succeed at once: nothing of their log is looked for.
  const isRepeated = items.some(({ attempt }) => attempt > keptBodies)
  return sql<{ webhook_id: string; epoch: number }>`
    with given as materialized (select * from ${given(items)}),
    held as materialized (
      select webhook_id, epoch from app.webhook_queues where webhook_id in (select webhook_id from given) and lease_owner is not null
    ), settled as (
      update app.webhook_deliveries d set status = g.status, due_at = now() + g.due_ms * interval '1 millisecond', attempts = g.attempt,
        failures = g.failures, status_code = g.status_code, latency_ms = g.latency_ms, error = g.error
      from given g join held h on h.webhook_id = g.webhook_id and h.epoch = g.epoch
      where d.org_id = ${tx.orgId} and d.id = g.delivery_id and d.status = 'pending'
      returning d.id
    ), logged as (
      insert into app.webhook_attempts (org_id, delivery_id, attempt, at, url, status_code, latency_ms, error, request_headers,
        response_headers, response_body)
      select ${tx.orgId}::uuid, delivery_id, attempt, at, url, status_code, latency_ms, error, request_headers, response_headers, response_body
      from given where delivery_id in (select id from settled)
      on conflict do nothing
    ) ${isRepeated ? shortenLog(tx) : sql``}, sums as (
      select webhook_id, count(*) filter (where status = 'success') as successful, count(*) filter (where status = 'failed') as failed,
        bool_or(status = 'success') as has_success, max(at) as at, min(at) filter (where status <> 'success' and not is_test) as failed_from,
        max(at) filter (where status <> 'success' and not is_test) as failed_until
      from given where delivery_id in (select id from settled) group by webhook_id
    ), counted as (
      update app.webhook_queues q set successful = q.successful + s.successful, failed = q.failed + s.failed,
        last_triggered_at = greatest(q.last_triggered_at, s.at),
        failing_since = case when s.has_success then null else coalesce(q.failing_since, s.failed_from) end,
        last_failed_at = case when s.has_success then null else coalesce(s.failed_until, q.last_failed_at) end,
        warned_at = case when s.has_success then null else q.warned_at end
      from sums s where q.webhook_id = s.webhook_id
    )
    select webhook_id, epoch from held`.execute(tx)
}

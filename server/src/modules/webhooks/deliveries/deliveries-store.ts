import { sql } from 'kysely'
import { WebhookAttempt, WebhookDelivery, webhookLimits } from '@imperium/contract/webhooks.ts'
import type { DeliveryStatus } from '@imperium/contract/webhooks.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import { zeroId } from '../../../platform/ids.ts'
import { listPage, newestFirst } from '../../../platform/resources/read-page.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

const columns = [
  ...(['d.id', 'd.webhook_id', 'd.event_id', 'd.event', 'd.body', 'd.status', 'd.due_at', 'd.is_test', 'd.attempts'] as const),
  ...(['d.status_code', 'd.latency_ms', 'd.error', 'd.created_at'] as const),
] as const

interface LogColumns {
  body: string
  due_at: Date | string | null
  latency_ms: number | null
  error: string | null
  created_at: Date | string
}

export const toDelivery = replyOf(WebhookDelivery, (row: LogColumns) => ({
  timestamp: row.created_at,
  responseTime: row.latency_ms,
  errorMessage: row.error,
  nextAttemptAt: row.due_at,
  // We wrote it as an object.
  payload: JSON.parse(row.body) as WebhookDelivery['payload'],
}))

const selectDeliveries = (tx: OrgTx, webhookId: string) =>
  tx.selectFrom('webhook_deliveries as d').select(columns).where('d.webhook_id', '=', webhookId)

interface DeliveryFilter {
  webhookId: string
  q?: string | undefined
  status?: DeliveryStatus | undefined
  event?: string | undefined
}

/** An id so that the webhook has no more than the searched deliveries from it on. */
const firstSearched = (webhookId: string) => sql<string>`coalesce((select id from app.webhook_deliveries where org_id = app.current_org()
  and webhook_id = ${webhookId} order by id desc offset ${webhookLimits.searchedDeliveries - 1} limit 1), ${zeroId}::uuid)`

/** `q` is found in the body, which holds event and id, and in the error; in the newest deliveries only, so that a search ends soon. */
export const deliveryPage = listPage(newestFirst('d.id'), (tx, { webhookId, q, status, event }: DeliveryFilter) =>
  selectDeliveries(tx, webhookId)
    .$if(status !== undefined, (query) => query.where('d.status', '=', status ?? ''))
    .$if(event !== undefined, (query) => query.where('d.event', '=', event ?? ''))
    .$if(Boolean(q), (query) =>
      query
        .where('d.id', '>=', firstSearched(webhookId))
        .where((eb) => eb.or([eb('d.body', 'ilike', likePattern(q ?? '')), eb('d.error', 'ilike', likePattern(q ?? ''))])),
    ),
)

/** The newest deliveries of each of these webhooks, newest first. */
export async function recentDeliveries(tx: OrgTx, webhookIds: readonly string[]): Promise<Map<string, WebhookDelivery[]>> {
  const rows =
    webhookIds.length === 0
      ? []
      : await tx
          .selectFrom(sql<{ id: string }>`unnest(${[...webhookIds]}::uuid[])`.as<'w'>(sql`w(id)`))
          .innerJoinLateral(
            (eb) =>
              eb
                .selectFrom('webhook_deliveries as e')
                .selectAll()
                .whereRef('e.webhook_id', '=', 'w.id')
                .where('e.org_id', '=', tx.orgId)
                .orderBy('e.id', 'desc')
                .limit(webhookLimits.recentDeliveries)
                .as('d'),
            (join) => join.onTrue(),
          )
          .select(columns)
          .orderBy('d.id', 'desc')
          .execute()
  return Map.groupBy(
    rows.map((row) => toDelivery(row)),
    ({ webhookId }) => webhookId,
  )
}

export const findDelivery = (tx: OrgTx, webhookId: string, id: string) =>
  selectDeliveries(tx, webhookId).where('d.id', '=', id).executeTakeFirst()

interface AttemptColumns {
  error: string | null
  latency_ms: number
  request_headers: unknown
  response_headers: unknown
}

const toAttempt = replyOf(WebhookAttempt, (row: AttemptColumns) => ({
  responseTime: row.latency_ms,
  errorMessage: row.error,
  // We wrote them as objects of texts.
  requestHeaders: row.request_headers as WebhookAttempt['requestHeaders'],
  responseHeaders: row.response_headers as WebhookAttempt['responseHeaders'],
}))

const shownAttempts = 100

/** The last attempts of a delivery, the newest last. */
export async function listAttempts(tx: OrgTx, deliveryId: string): Promise<WebhookAttempt[]> {
  const rows = await tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt', 'desc')
    .limit(shownAttempts)
    .execute()
  return rows.toReversed().map((row) => toAttempt(row))
}

const requeued = sql`status = 'pending', due_at = now(), failures = 0, error = null`

/** Not taken by a worker: it failed, and waits for its next attempt. */
const isWaiting = sql`(status = 'pending' and due_at > now() and attempts > 0)`

/** Makes a delivery that has ended, or waits for its next attempt, due now; false for one that is due already. */
export async function requeueDelivery(tx: OrgTx, webhookId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ before: string }>`
    with ended as materialized (
      select id, status from app.webhook_deliveries where org_id = ${tx.orgId} and webhook_id = ${webhookId} and id = ${id}
        and (status <> 'pending' or ${isWaiting})
      for update
    ), counted as (${uncount(webhookId)}), begun as (
      update app.webhook_deliveries d set ${requeued} from ended where d.org_id = ${tx.orgId} and d.id = ended.id
    )
    select status as before from ended`.execute(tx)
  return rows.length > 0
}

/** What is delivered again has not ended: it leaves the figures. */
const uncount = (webhookId: string) => sql`
  update app.webhook_queues q set successful = q.successful - (select count(*) from ended where status = 'success'),
    failed = q.failed - (select count(*) from ended where status = 'failed')
  where q.webhook_id = ${webhookId} and exists (select from ended)`

export interface Range {
  /** Ids: the time is in them. */
  from: string
  until: string
  onlyFailed: boolean
  /** Only those that wait for their next attempt; missing in jobs of earlier versions. */
  onlyWaiting?: boolean
}

const isIn = (webhookId: string, { from, until, onlyFailed, onlyWaiting = false }: Range) => sql`
  webhook_id = ${webhookId} and id >= ${from}::uuid and id < ${until}::uuid and not is_test
    and (${isWaiting} or status = any(${onlyWaiting ? [] : onlyFailed ? ['failed'] : ['failed', 'success']}::text[]))`

export async function countInRange(tx: OrgTx, webhookId: string, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from app.webhook_deliveries where org_id = ${tx.orgId} and ${isIn(webhookId, range)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Makes the next of a range due again, oldest first; returns the last id, null at the end. */
export async function requeueRange(tx: OrgTx, webhookId: string, range: Range, limit: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null; many: number }>`
    with ended as materialized (
      select id, status from app.webhook_deliveries where org_id = ${tx.orgId} and ${isIn(webhookId, range)} order by id limit ${limit} for update
    ), counted as (${uncount(webhookId)}), begun as (
      update app.webhook_deliveries d set ${requeued} from ended where d.org_id = ${tx.orgId} and d.id = ended.id
    )
    select (select id from ended order by id desc limit 1) as last, count(*) as many from ended`.execute(tx)
  return rows[0]?.many === limit ? rows[0].last : null
}

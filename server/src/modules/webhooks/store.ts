import { sql } from 'kysely'
import { Webhook } from '@imperium/contract/webhooks.ts'
import type { WebhookStats } from '@imperium/contract/webhooks.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

interface SharedColumns {
  filter: unknown
  header_names: string[]
  secret_hint: string
  former_until: Date | string | null
  last_triggered_at: Date | string | null
  successful: number
  failed: number
}

/** `former_until` of a past overlap tells nothing any more. */
export const toWebhook = replyOf(Webhook, (row: SharedColumns, now: Date) => ({
  // Parsed by the contract before it was written.
  filter: row.filter as Webhook['filter'],
  headers: row.header_names.map((key) => ({ key })),
  secretKey: row.secret_hint,
  formerSecretUntil: row.former_until && new Date(row.former_until) > now ? row.former_until : null,
  lastTriggered: row.last_triggered_at,
  deliveryStats: { total: row.successful + row.failed, successful: row.successful, failed: row.failed },
}))

const columns = [
  ...([
    'w.id',
    'w.name',
    'w.description',
    'w.url',
    'w.events',
    'w.filter',
    'w.ordering_key',
    'w.rate_per_second',
    'w.includes_contact',
  ] as const),
  ...(['w.header_names', 'w.headers', 'w.secret', 'w.secret_hint', 'w.former_secret', 'w.former_until', 'w.is_enabled'] as const),
  ...(['w.disabled_reason', 'w.disabled_at', 'w.created_by', 'w.created_at', 'w.updated_at'] as const),
  ...(['q.successful', 'q.failed', 'q.last_triggered_at', 'q.failing_since'] as const),
] as const

const selectWebhooks = (tx: OrgTx) =>
  tx
    .selectFrom('webhooks as w')
    .innerJoin('webhook_queues as q', (join) => join.onRef('q.org_id', '=', 'w.org_id').onRef('q.webhook_id', '=', 'w.id'))
    .where('w.deleted_at', 'is', null)
    .select(columns)

export type WebhookRow = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>>

/** Those whose name or address contains the text; all without one. Their deliveries are read after them. */
export const webhookPage = listPage(
  newestFirst('w.id'),
  (tx, { q }: { q?: string | undefined }) =>
    selectWebhooks(tx).$if(Boolean(q), (query) =>
      query.where((eb) => eb.or([eb('w.name', 'ilike', likePattern(q ?? '')), eb('w.url', 'ilike', likePattern(q ?? ''))])),
    ),
  { goesOn: true },
)

export const findWebhook = (tx: OrgTx, id: string) => selectWebhooks(tx).where('w.id', '=', id).executeTakeFirst()

/** Its figures are not locked. */
export const lockWebhook = (tx: OrgTx, id: string) => selectWebhooks(tx).where('w.id', '=', id).forUpdate('w').executeTakeFirst()

export interface WebhookFields {
  name: string
  description: string
  url: string
  events: string[]
  filter: unknown
  ordering_key: string | null
  rate_per_second: number | null
  includes_contact: boolean
  header_names: string[]
  headers: string | null
}

interface NewWebhook {
  id: string
  secret: string
  secret_hint: string
  created_by: string
  created_by_user: string
}

export async function insertWebhook(tx: OrgTx, webhook: NewWebhook, { filter, ...fields }: WebhookFields): Promise<void> {
  await tx
    .insertInto('webhooks')
    .values({ org_id: tx.orgId, ...webhook, ...fields, filter: JSON.stringify(filter) })
    .execute()
  await tx.insertInto('webhook_queues').values({ org_id: tx.orgId, webhook_id: webhook.id }).execute()
}

type WebhookChange = Partial<WebhookFields> & {
  is_enabled?: boolean
  disabled_reason?: string | null
  disabled_at?: Date | null
  secret?: string
  secret_hint?: string
  former_secret?: string | null
  former_until?: Date | null
  updated_at?: Date
}

export async function writeWebhook(tx: OrgTx, id: string, { filter, ...change }: WebhookChange): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...change, ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }) })
    .where('id', '=', id)
    .execute()
}

/** Marks it as deleted; its secrets go at once, and its deliveries in pieces. */
export const markDeleted = (tx: OrgTx, id: string, now: Date) =>
  tx
    .updateTable('webhooks')
    .set({ deleted_at: now, is_enabled: false, headers: null, header_names: [], secret: '', secret_hint: '', former_secret: null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['name', 'url', 'events'])
    .executeTakeFirst()

export async function countWebhooks(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another one has this name; upper and lower case are the same. */
export async function isNameTaken(tx: OrgTx, name: string, exceptId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('webhooks')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function readStats(tx: OrgTx): Promise<WebhookStats> {
  const { total, active, successful, failed } = await tx
    .selectFrom('webhooks as w')
    .innerJoin('webhook_queues as q', (join) => join.onRef('q.org_id', '=', 'w.org_id').onRef('q.webhook_id', '=', 'w.id'))
    .where('w.deleted_at', 'is', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('w.is_enabled', '=', true).as('active'),
      eb.fn.coalesce(eb.fn.sum<number>('q.successful'), sql<number>`0`).as('successful'),
      eb.fn.coalesce(eb.fn.sum<number>('q.failed'), sql<number>`0`).as('failed'),
    ])
    .executeTakeFirstOrThrow()
  const deliveries = successful + failed
  return { total, active, deliveries, successRate: deliveries === 0 ? null : Math.round((successful / deliveries) * 1_000) / 10 }
}

export const listSealed = (tx: SystemTx) =>
  tx
    .selectFrom('webhooks')
    .select(['org_id', 'id', 'secret', 'former_secret', 'headers'])
    .where('deleted_at', 'is', null)
    .forUpdate()
    .execute()

export async function replaceSeals(
  tx: SystemTx,
  { org_id: orgId, id, ...seals }: { org_id: string; id: string; secret: string; former_secret: string | null; headers: string | null },
): Promise<void> {
  await tx.updateTable('webhooks').set(seals).where('org_id', '=', orgId).where('id', '=', id).execute()
}

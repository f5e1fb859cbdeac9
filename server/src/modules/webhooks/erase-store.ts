import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import { siftPage } from '../contacts/index.ts'
import type { Named } from '../contacts/index.ts'
import { webhookChanged } from './webhook-signals.ts'
import { erasedBySystem } from '../../platform/retention.ts'
import type { KeptHistory } from '../../platform/retention.ts'

// Ids are UUIDv7: they begin with their time.
const floor = (moment: Date) => sql`app.uuid_floor(${moment}::timestamptz)`

/** Organizations, by id from `after` on, with a delivery older than `moment`. One index probe for each. */
export async function organizationsWithDeliveriesBefore(
  tx: SystemTx,
  moment: Date,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const next = (from: ReturnType<typeof sql>) =>
    sql`(select d.org_id from webhook_deliveries d where ${from} and d.id < ${floor(moment)} order by d.org_id limit 1)`
  const { rows } = await sql<{ org_id: string }>`
    with recursive found (org_id) as (
      ${next(after === null ? sql`true` : sql`d.org_id > ${after}::uuid`)}
      union all
      select ${next(sql`d.org_id > found.org_id`)} from found where found.org_id is not null
    )
    select org_id from found where org_id is not null limit ${limit}`.execute(tx)
  return rows.map((row) => row.org_id)
}

const deleted = (those: ReturnType<typeof sql>) => sql<{ count: number }>`
  with gone as (delete from webhook_deliveries where ${those} returning org_id, id), logged as (
    delete from webhook_attempts a using gone where a.org_id = gone.org_id and a.delivery_id = gone.id
  )
  select count(*) from gone`

/** Deletes up to `limit` ended deliveries of one organization from before `moment`, with their attempts; returns how many. */
export async function eraseDeliveriesBefore(tx: SystemTx, orgId: string, moment: Date, limit: number): Promise<number> {
  const expired = sql`
    org_id = ${orgId} and id in (
      select id from webhook_deliveries where org_id = ${orgId} and id < ${floor(moment)} and status <> 'pending' order by id limit ${limit})`
  const { rows } = await deleted(expired).execute(tx)
  return rows[0]?.count ?? 0
}

/** Drops whole months of deliveries, at least a year old; their rows were deleted before. */
async function dropDeliveryMonths(tx: SystemTx, moment: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`select app.drop_webhook_months(${moment}::timestamptz) as months`.execute(tx)
  return rows[0]?.months ?? 0
}

const ofContacts = (ids: readonly string[]) => sql<SqlBool>`contact_id = any(${[...ids]}::uuid[])`

/** Deletes deliveries about these contacts. One that is pending is not sent any more: who holds it drops what it has read. */
export async function eraseOfContacts(tx: OrgTx, contactIds: readonly string[]): Promise<void> {
  const pending = await tx
    .selectFrom('webhook_deliveries')
    .select('webhook_id as webhookId')
    .distinct()
    .where(ofContacts(contactIds))
    .where('status', '=', 'pending')
    .execute()
  await deleted(sql`org_id = ${tx.orgId} and ${ofContacts(contactIds)}`).execute(tx)
  for (const { webhookId } of pending) await signal(tx, webhookChanged({ orgId: tx.orgId, webhookId }))
}

export async function eraseDeliveries(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleted(sql`org_id = ${tx.orgId} and id = any(${[...ids]}::uuid[])`).execute(tx)
}

/** Deletes deliveries about a user, in every organization. */
export async function eraseOfUser(tx: SystemTx, userId: string): Promise<void> {
  await deleted(sql`user_id = ${userId}`).execute(tx)
}

export async function moveToContact(tx: OrgTx, from: string, into: string): Promise<void> {
  await tx.updateTable('webhook_deliveries').set({ contact_id: into }).where('contact_id', '=', from).execute()
}

const exportedRows = 10_000

/** For the export of a contact or a user. */
export const deliveriesAbout = (tx: OrgTx, column: 'contact_id' | 'user_id', id: string): Promise<object[]> =>
  tx
    .selectFrom('webhook_deliveries')
    .select(['id', 'event', 'body', 'status', 'created_at as createdAt'])
    .where(column, '=', id)
    .orderBy('id')
    .limit(exportedRows)
    .execute()

/** Searches the next deliveries, newest first, for ids and addresses (in lower case) in what was sent and answered. */
export async function deliveriesNaming(tx: OrgTx, names: readonly string[], after: string | null, limit: number): Promise<Named> {
  const older = after === null ? sql`` : sql`where id < ${after}::uuid`
  const { rows: page } = await sql<{ id: string; is_named: boolean }>`
    with page as materialized (select id, lower(body) as words from app.webhook_deliveries ${older} order by id desc limit ${limit})
    select id, app.is_named(words, ${[...names]}::text[]) as is_named from page order by id desc`.execute(tx)
  return siftPage(page, limit, async (others) => {
    const { rows } = await sql<{ id: string }>`
      select distinct delivery_id as id from app.webhook_attempts
      where delivery_id = any(${[...others]}::uuid[]) and app.is_named(lower(response_body), ${[...names]}::text[])`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

/** Deliveries to webhooks, with what was sent. */
export const deliveryHistory: KeptHistory = {
  period: 'runs',
  organizations: organizationsWithDeliveriesBefore,
  eraseSome: erasedBySystem(eraseDeliveriesBefore, 200),
  dropMonths: dropDeliveryMonths,
}

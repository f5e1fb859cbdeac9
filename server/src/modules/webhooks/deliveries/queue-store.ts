import { sql } from 'kysely'
import type { WebhookCondition } from '@imperium/contract/webhooks.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { announceDue } from '../../../platform/leases/lease-store.ts'
import type { LeaseTable } from '../../../platform/leases/lease-table.ts'
import { isAtRest, whileAtRest } from '../../organizations/index.ts'

/** A webhook is leased as a whole: its holder keeps order, rate and bound of its deliveries in memory. */
export const queueLeases: LeaseTable<{ webhook_id: 'uuid' }> = {
  table: 'app.webhook_queues',
  key: { webhook_id: 'uuid' },
  dueAt: 'due_at',
  leaseMs: 15_000,
  claimed: sql`due_at = null`,
  rests: whileAtRest,
  atRest: isAtRest,
}

export interface Listener {
  id: string
  filter: WebhookCondition[]
  ordering_key: string | null
  includes_contact: boolean
}

/**
 * Enabled webhooks that are told of such events. Their queues are locked against being let go of: a holder that does not see the new
 * deliveries yet waits for this transaction.
 */
export async function lockListeners(tx: OrgTx, event: string): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select w.id, w.filter, w.ordering_key, w.includes_contact from app.webhooks w join app.webhook_queues q on q.org_id = w.org_id and q.webhook_id = w.id
    where w.is_enabled and w.deleted_at is null and ${event} = any(w.events) for key share of q`.execute(tx)
  return rows
}

export const hasListeners = async (tx: OrgTx, event: string): Promise<boolean> =>
  (await tx
    .selectFrom('webhooks')
    .select('id')
    .where('is_enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${event} = any(events)`)
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface NewDelivery {
  id: string
  webhook_id: string
  event_id: string
  event: string
  body: string
  ordering_key: string | null
  contact_id: string | null
  user_id: string | null
  is_test: boolean
}

/** Writes deliveries, due now. */
export async function insertDeliveries(tx: OrgTx, deliveries: readonly NewDelivery[]): Promise<void> {
  await sql`
    insert into app.webhook_deliveries (org_id, id, webhook_id, event_id, event, body, status, due_at, ordering_key, contact_id, user_id, is_test)
    select ${tx.orgId}::uuid, id, webhook_id, event_id, event, body, 'pending', now(), ordering_key, contact_id, user_id, is_test
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as v(id uuid, webhook_id uuid, event_id uuid, event text, body text,
      ordering_key text, contact_id uuid, user_id uuid, is_test boolean)`.execute(tx)
}

/**
 * Locks queues in one order, in a statement of its own before the one that counts: PostgreSQL 18 crashes when an UPDATE waits for a
 * row and then reads, to check it again, what another part of its statement has written.
 */
export async function lockQueues(tx: OrgTx, webhookIds: readonly string[]): Promise<void> {
  await sql`
    select from app.webhook_queues where webhook_id = any(${[...webhookIds]}::uuid[]) order by webhook_id for no key update`.execute(tx)
}

/** Makes queues due that no worker holds. One that another transaction makes due just now is left to it. */
export async function wakeQueues(tx: OrgTx, webhookIds: readonly string[]): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update app.webhook_queues q set due_at = greatest(now(), q.paused_until)
    where q.webhook_id in (
      select webhook_id from app.webhook_queues where webhook_id = any(${[...webhookIds]}::uuid[]) and lease_owner is null
        and (due_at is null or due_at > greatest(now(), paused_until)) for no key update skip locked
    )`.execute(tx)
  if (numAffectedRows > 0n) await announceDue(tx, queueLeases)
}

/** For a member who acts: a pause of the circuit breaker is over. */
export async function wakeQueue(tx: OrgTx, webhookId: string): Promise<void> {
  await sql`
    update app.webhook_queues set paused_until = null, failures_in_row = 0, due_at = case when lease_owner is null then now() end
    where webhook_id = ${webhookId}`.execute(tx)
  await announceDue(tx, queueLeases)
}

/** Whether a worker holds it. */
export const isLeased = async (tx: OrgTx, webhookId: string): Promise<boolean> =>
  (await tx
    .selectFrom('webhook_queues')
    .select('epoch')
    .where('webhook_id', '=', webhookId)
    .where('lease_owner', 'is not', null)
    .executeTakeFirst()) !== undefined

/** A webhook that was switched on again has not failed yet. */
export async function resetHealth(tx: OrgTx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_queues')
    .set({ failing_since: null, last_failed_at: null, warned_at: null })
    .where('webhook_id', '=', webhookId)
    .execute()
}

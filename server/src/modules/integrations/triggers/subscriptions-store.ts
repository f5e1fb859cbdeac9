import { sql } from 'kysely'
import type { RawBuilder, Updateable } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { IntegrationSubscriptions } from '../../../platform/db/types.gen.ts'
import { writeLeased } from '../../../platform/leases/lease-store.ts'
import type { Claimed } from '../../../platform/leases/lease-store.ts'
import type { Lease, LeaseTable } from '../../../platform/leases/lease-table.ts'
import { whileAtRest } from '../../organizations/index.ts'
import { dropRefusedOf } from './refused-store.ts'

const key = { workflow_id: 'uuid' } as const

const columns = ['workflow_id', 'connection_id', 'trigger', 'input', 'cursor', 'is_primed', 'seen', 'failures', 'due_at'] as const
const selectSubscriptions = (tx: OrgTx) => tx.selectFrom('integration_subscriptions').select(columns)
export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof selectSubscriptions>['executeTakeFirstOrThrow']>>

interface NewSubscription {
  workflowId: string
  connectionId: string
  trigger: string
  input: unknown
  dueAt: Date | null
}

/**
 * Where connection, trigger and input are the same as before, it goes on where it is; otherwise a poll that runs writes nothing, and items
 * of the former trigger start nothing. The first epoch is random: a poll of a deleted subscription must not end one made after it.
 */
export async function writeSubscription(tx: OrgTx, { workflowId, connectionId, trigger, input, dueAt }: NewSubscription): Promise<void> {
  const { rows } = await sql`
    insert into app.integration_subscriptions as s (org_id, workflow_id, connection_id, trigger, input, due_at, epoch)
    values (${tx.orgId}, ${workflowId}, ${connectionId}, ${trigger}, ${JSON.stringify(input)}::jsonb, ${dueAt}, (random() * 1e9)::int)
    on conflict (org_id, workflow_id) do update set connection_id = excluded.connection_id, trigger = excluded.trigger, input = excluded.input,
      due_at = excluded.due_at, cursor = null, is_primed = false, seen = '{}', failures = 0, error = null, error_key = null,
      epoch = s.epoch + 1, lease_owner = null, lease_until = null
    where (s.connection_id, s.trigger, s.input) is distinct from (excluded.connection_id, excluded.trigger, excluded.input)
    returning 1`.execute(tx)
  if (rows.length > 0) await dropRefusedOf(tx, workflowId)
}

export const deleteSubscription = (tx: OrgTx, workflowId: string) =>
  tx.deleteFrom('integration_subscriptions').where('workflow_id', '=', workflowId).execute()

export const findSubscription = (tx: OrgTx, workflowId: string): Promise<SubscriptionRow | undefined> =>
  selectSubscriptions(tx).where('workflow_id', '=', workflowId).executeTakeFirst()

export const listHookSubscriptions = (tx: OrgTx, connectionId: string): Promise<SubscriptionRow[]> =>
  selectSubscriptions(tx).where('connection_id', '=', connectionId).where('due_at', 'is', null).orderBy('workflow_id').forUpdate().execute()

export const changeSubscription = (tx: OrgTx, workflowId: string, change: Updateable<IntegrationSubscriptions>) =>
  tx.updateTable('integration_subscriptions').set(change).where('workflow_id', '=', workflowId).execute()

/** With the connection of each; those that fail first, then the oldest. */
export const listSubscriptions = (tx: OrgTx, limit: number) =>
  tx
    .selectFrom('integration_subscriptions as s')
    .innerJoin('integration_connections as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.id', '=', 's.connection_id'))
    .select([
      's.workflow_id',
      's.connection_id',
      's.trigger',
      's.error',
      's.error_key',
      's.failures',
      's.polled_at',
      's.due_at',
      'c.connector',
      'c.name',
      's.items_dropped',
    ])
    .select(
      sql<number>`(select count(*)::int from app.integration_refused_items r where r.org_id = s.org_id and r.workflow_id = s.workflow_id)`.as(
        'refused',
      ),
    )
    .orderBy('s.failures', 'desc')
    .orderBy('s.workflow_id')
    .limit(limit)
    .execute()

type ClaimedSubscription = Pick<SubscriptionRow, 'connection_id' | 'trigger' | 'input' | 'cursor' | 'is_primed' | 'seen' | 'failures'>
export type DueSubscription = Claimed<typeof key, ClaimedSubscription>

/** A due row keeps its time while it is leased: without one it would be a trigger that the service calls. */
export const subscriptionLeases: LeaseTable<typeof key, ClaimedSubscription> = {
  table: 'app.integration_subscriptions',
  key,
  dueAt: 'due_at',
  leaseMs: 20_000,
  open: sql`l.lease_owner is null`,
  rests: whileAtRest,
  row: sql`l.connection_id, l.trigger, l.input, l.cursor, l.is_primed, l.seen, l.failures`,
}

/** What a poll leaves of a leased subscription, and when the next one is due. @throws LeaseLostError */
export const endPoll = (tx: OrgTx, lease: Lease<typeof key>, due: Date, set: RawBuilder<unknown>): Promise<void> =>
  writeLeased(tx, subscriptionLeases, lease, sql`${set}, due_at = ${due}, lease_owner = null, lease_until = null`)

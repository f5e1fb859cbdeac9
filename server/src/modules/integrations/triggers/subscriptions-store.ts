import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import type { IntegrationSubscriptions } from '../../../platform/db/types.gen.ts'

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

/** Where connection, trigger and input are the same as before, it goes on where it is. */
export async function writeSubscription(tx: OrgTx, { workflowId, connectionId, trigger, input, dueAt }: NewSubscription): Promise<void> {
  await sql`
    insert into app.integration_subscriptions as s (org_id, workflow_id, connection_id, trigger, input, due_at)
    values (${tx.orgId}, ${workflowId}, ${connectionId}, ${trigger}, ${JSON.stringify(input)}::jsonb, ${dueAt})
    on conflict (org_id, workflow_id) do update set connection_id = excluded.connection_id, trigger = excluded.trigger, input = excluded.input,
      due_at = excluded.due_at, cursor = null, is_primed = false, seen = '{}', failures = 0, error = null, error_key = null
    where (s.connection_id, s.trigger, s.input) is distinct from (excluded.connection_id, excluded.trigger, excluded.input)`.execute(tx)
}

export const deleteSubscription = (tx: OrgTx, workflowId: string) =>
  tx.deleteFrom('integration_subscriptions').where('workflow_id', '=', workflowId).execute()

export const lockSubscription = (tx: OrgTx, workflowId: string) =>
  selectSubscriptions(tx).where('workflow_id', '=', workflowId).forUpdate().executeTakeFirst()

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
    ])
    .orderBy('s.failures', 'desc')
    .orderBy('s.workflow_id')
    .limit(limit)
    .execute()

export interface DueSubscription extends SubscriptionRow {
  orgId: string
}

/** Subscriptions that are due, few of each organization, taken until `until`: after a crash they are due again. */
export async function takeDueSubscriptions(
  tx: SystemTx,
  now: Date,
  until: Date,
  { limit, ofEach }: { limit: number; ofEach: number },
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    update app.integration_subscriptions s set due_at = ${until}
    from (select d.org_id, d.workflow_id from app.integration_subscriptions d
      join (select org_id, workflow_id, row_number() over (partition by org_id order by due_at, workflow_id) as place
        from app.integration_subscriptions where due_at <= ${now}) r on r.org_id = d.org_id and r.workflow_id = d.workflow_id
      where d.due_at <= ${now} and r.place <= ${ofEach} order by r.place, d.due_at limit ${limit} for update of d skip locked) d
    where s.org_id = d.org_id and s.workflow_id = d.workflow_id
    returning s.org_id as "orgId", s.workflow_id, s.connection_id, s.trigger, s.input, s.cursor, s.is_primed, s.seen, s.failures, s.due_at`.execute(
    tx,
  )
  return rows
}

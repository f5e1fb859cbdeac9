import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { siftPage } from '../../contacts/index.ts'
import type { Named } from '../../contacts/index.ts'

/** Searches the next kept items, newest first, for ids and addresses (in lower case). */
export async function refusedNaming(tx: OrgTx, names: readonly string[], after: string | null, limit: number): Promise<Named> {
  const { rows } = await sql<{ id: string; is_named: boolean }>`
    select id, app.is_named(lower(concat_ws(' ', item_id, data::text)), ${[...names]}::text[]) as is_named
    from app.integration_refused_items ${after === null ? sql`` : sql`where id < ${after}::uuid`} order by id desc limit ${limit}`.execute(
    tx,
  )
  return siftPage(rows, limit, () => Promise.resolve([]))
}

/** Until the transaction ends none of them starts a workflow. */
export async function holdRefused(tx: OrgTx): Promise<void> {
  await sql`
    with held as (select id from app.integration_refused_items where org_id = ${tx.orgId} order by id for update)
    select count(*) from held`.execute(tx)
}

/** With the last one of a trigger goes what the trigger says of them. */
export async function eraseRefused(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    delete from app.integration_refused_items where org_id = ${tx.orgId} and id = any(${[...ids]}::uuid[])
    returning workflow_id as id`.execute(tx)
  await sql`
    update app.integration_subscriptions s set error = null, error_key = null
    where workflow_id = any(${rows.map(({ id }) => id)}::uuid[]) and failures = 0
      and not exists (select from app.integration_refused_items r where r.org_id = s.org_id and r.workflow_id = s.workflow_id)`.execute(tx)
}

export const listRefusedById = (tx: OrgTx, ids: readonly string[]): Promise<object[]> =>
  tx
    .selectFrom('integration_refused_items')
    .select(['id', 'workflow_id as workflowId', 'started_by as trigger', 'item_id as itemId', 'data', 'refused_at as refusedAt'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .execute()

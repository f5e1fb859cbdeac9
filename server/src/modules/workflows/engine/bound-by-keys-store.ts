import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** A key took part in the run: its agents, and those of the runs that wait for it, read no more than the key from now on. */
export async function bindRun(tx: OrgTx, runId: string, key: { id: string } | null): Promise<void> {
  if (!key) return
  await sql`
    with recursive above as (
      select id, parent_run from app.workflow_runs where org_id = ${tx.orgId} and id = ${runId}
      union
      select r.id, r.parent_run from above a join app.workflow_runs r on r.org_id = ${tx.orgId} and r.id = a.parent_run
    )
    update app.workflow_runs set bound_by_keys = bound_by_keys || ${key.id}::uuid
    where org_id = ${tx.orgId} and id in (select id from above) and not bound_by_keys @> array[${key.id}::uuid]`.execute(tx)
}

/** The keys as of now: one may have come since the worker took the run. */
export async function boundByKeys(tx: OrgTx, runId: string): Promise<string[]> {
  const row = await tx.selectFrom('workflow_runs').select('bound_by_keys').where('id', '=', runId).executeTakeFirst()
  return row?.bound_by_keys ?? []
}

import { sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import { admitNext, lockKey } from './concurrency-store.ts'

/** Continues a queue after its current run was erased with its contact, and so never ended. */
export async function admitOrphaned(platform: Platform): Promise<void> {
  const { rows } = await platform.db.withSystem((tx) =>
    sql<{ orgId: string; workflowId: string; key: string }>`
      select distinct l.org_id as "orgId", l.workflow_id as "workflowId", l.concurrency_key as key from app.workflow_live l
      where l.status = 'queued' and l.concurrency_key is not null and not exists (
        select from app.workflow_live o where o.org_id = l.org_id and o.workflow_id = l.workflow_id
          and o.concurrency_key = l.concurrency_key and o.status <> 'queued')
      limit 500`.execute(tx),
  )
  for (const { orgId, workflowId, key } of rows)
    await platform.db.withOrg(orgId, async (tx) => {
      await lockKey(tx, workflowId, key)
      // Starting the first admits the others, as its workflow allows.
      await admitNext(platform, tx, workflowId, { key, limit: 1 })
    })
}

/**
 * Start keys expire after a day; addresses end with their run; payloads live for the organization's retention and while their run is open.
 */
export async function deleteExpiredRows({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  await db.withSystem(async (tx) => {
    await sql`delete from app.workflow_starts where at < ${now}::timestamptz - interval '1 day'`.execute(tx)
    await sql`
      delete from app.workflow_payloads p where p.expires_at < ${now}
        and not exists (select 1 from app.workflow_live l where l.org_id = p.org_id and l.run_id = p.run_id)`.execute(tx)
    await sql`
      delete from app.workflow_callbacks c
      where not exists (select 1 from app.workflow_live l where l.org_id = c.org_id and l.run_id = c.run_id)`.execute(tx)
  })
}

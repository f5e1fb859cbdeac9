import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Whether a workflow of the member besides these (demo data) is published, and whether one has run to its end, tests not counted. */
export async function findWorkflowSteps(
  tx: OrgTx,
  userId: string,
  except: readonly string[],
): Promise<{ published: boolean; ran: boolean }> {
  const mine = sql`w.created_by_user = ${userId} and w.deleted_at is null and w.id <> all (${except}::uuid[])`
  const { rows } = await sql<{ published: boolean; ran: boolean }>`
    select exists (select from app.workflows w where ${mine} and w.version is not null) as published,
      exists (select from app.workflows w join app.workflow_runs r on r.org_id = w.org_id and r.workflow_id = w.id
        where ${mine} and r.status = 'success' and not r.is_test) as ran`.execute(tx)
  return rows[0] ?? { published: false, ran: false }
}

import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** Whether the member's run of an agent besides these (demo data) has completed. */
export async function hasCompletedRun(tx: OrgTx, userId: string, exceptAgents: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select exists (select from app.runs where started_by_user = ${userId} and trigger = 'web' and status = 'completed'
      and agent_id <> all (${exceptAgents}::uuid[])) as done`.execute(tx)
  return rows[0]?.done ?? false
}

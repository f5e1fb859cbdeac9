import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** Whether the organization has an agent besides these (demo data). */
export async function hasAgentBesides(tx: OrgTx, except: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select exists (select from app.agents where deleted_at is null and id <> all (${except}::uuid[])) as done`.execute(tx)
  return rows[0]?.done ?? false
}

import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** Whether an import of the member besides this one (demo data) brought contacts and stands. */
export async function hasImported(tx: OrgTx, userId: string, except: string | null): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select exists (select from app.contact_imports where created_by_user = ${userId} and status = 'completed'
      and created_count + updated_count > 0 and id is distinct from ${except}::uuid) as done`.execute(tx)
  return rows[0]?.done ?? false
}

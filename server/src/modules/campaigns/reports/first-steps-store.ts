import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Whether a campaign of the member besides these (demo data) was launched. */
export async function hasLaunched(tx: OrgTx, userId: string, except: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select exists (select from app.campaigns where created_by_user = ${userId} and launched_at is not null and deleted_at is null
      and id <> all (${except}::uuid[])) as done`.execute(tx)
  return rows[0]?.done ?? false
}

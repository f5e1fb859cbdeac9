import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Does it and undoes it. */
export async function tryOut(tx: OrgTx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint sales_try`.execute(tx)
  await work()
  await sql`rollback to savepoint sales_try`.execute(tx)
}

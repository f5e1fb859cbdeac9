import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** All of it or nothing: the caller's transaction goes on after a refusal, and must not keep half of what was refused. */
export async function allOrNothing<T>(tx: OrgTx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint sales_act`.execute(tx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint sales_act`.execute(tx)
    throw error
  }
}

/** Does it and undoes it. */
export async function tryOut(tx: OrgTx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint sales_try`.execute(tx)
  await work()
  await sql`rollback to savepoint sales_try`.execute(tx)
}

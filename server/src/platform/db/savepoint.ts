import { sql } from 'kysely'
import type { OrgTx } from './database.ts'

/**
 * All of it or nothing: the caller's transaction goes on after a refusal, and must not keep half of what was refused. Released at its end, so
 * that one within another rolls back to its own beginning.
 */
export async function allOrNothing<T>(tx: OrgTx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint all_or_nothing`.execute(tx)
  let isDone = false
  try {
    const result = await work()
    isDone = true
    return result
  } finally {
    if (!isDone) await sql`rollback to savepoint all_or_nothing`.execute(tx)
    await sql`release savepoint all_or_nothing`.execute(tx)
  }
}

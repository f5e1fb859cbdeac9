import { sql } from 'kysely'
import type { OrgTx } from '../db/database.ts'

/** One writer at a time per organization and noun, for rules over several rows: a name taken once, a limit, one default. */
export async function lockNoun(tx: OrgTx, noun: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${noun}:${tx.orgId}`}, 0))`.execute(tx)
}

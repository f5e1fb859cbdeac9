import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const protector = 'app.protect_tenant(regclass, text, text)'

/**
 * Runs a migration of a database that holds rows, in its transaction. Forced row-level security holds an owner who is no superuser too:
 * an `update` or `insert ... select` would find no row and report success. So nothing is forced until the migration has ended.
 */
export async function withoutForcedSecurity(tx: Kysely<unknown>, migration: () => Promise<void>): Promise<void> {
  const before = await definitionOf(tx)
  const unforced = before?.replaceAll(' force row level security', ' enable row level security')
  await alterTables(tx, sql`c.relforcerowsecurity`, 'no force')
  if (unforced) await sql.raw(unforced).execute(tx)
  await migration()
  // A migration may have written the procedure anew: then its text is the one that counts.
  if (before && (await definitionOf(tx)) === unforced) await sql.raw(before).execute(tx)
  await alterTables(tx, sql`c.relrowsecurity and not c.relforcerowsecurity`, 'force')
}

async function definitionOf(tx: Kysely<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(oid) as text from pg_proc where oid = to_regprocedure(${protector})`.execute(tx)
  return rows[0]?.text
}

async function alterTables(tx: Kysely<unknown>, which: ReturnType<typeof sql>, how: 'force' | 'no force'): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'auth') and c.relkind in ('r', 'p') and ${which}`.execute(tx)
  const text = rows.map(({ name }) => `alter table ${name} ${how} row level security`)
  if (text.length > 0) await sql.raw(text.join(';')).execute(tx)
}

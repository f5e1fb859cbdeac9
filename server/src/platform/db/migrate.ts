import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { compatibilitySchema } from './older-postgres.ts'
import { withSession } from './session-settings.ts'
import { StartError } from '../start-error.ts'
import { withoutForcedSecurity } from './unforced-security.ts'

const folder = resolve(import.meta.dirname, '../../../migrations')

/** The migrations of this release, by name, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .sort()
}

/**
 * Brings the database to this release, under an advisory lock, forward only.
 * @throws StartError when the database was written by a newer release, or a migration fails.
 */
export async function migrate(owner: pg.PoolConfig, log: (line: string) => void): Promise<void> {
  const pool = new pg.Pool({ ...owner, max: 2, ...withSession({ search_path: `public,${compatibilitySchema}` }) })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const names = await migrationNames()
    const done = await migratedNames(pool)
    refuseNewer(done, names)
    const isUpgrade = done.length > 0
    const migrations = Object.fromEntries(
      names.map((name) => [
        name,
        { up: (tx: Kysely<unknown>) => (isUpgrade ? withoutForcedSecurity(tx, () => runFile(tx, name)) : runFile(tx, name)) },
      ]),
    )
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, migrationTableSchema: 'public' })
    const { error, results } = await migrator.migrateToLatest()
    for (const result of results ?? []) log(`migration ${result.migrationName}: ${result.status === 'Success' ? 'done' : result.status}`)
    if (error)
      throw new StartError(`The database could not be migrated: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
  } finally {
    await db.destroy()
    // Kysely ends a pool only after it has used it; a refusal comes before that.
    if (!pool.ending) await pool.end()
  }
}

async function runFile(tx: Kysely<unknown>, name: string): Promise<void> {
  await sql.raw(await readFile(join(folder, `${name}.sql`), 'utf8')).execute(tx)
}

/** Those that the database has; none of a new one. */
export async function migratedNames(pool: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows: tables } = await pool.query<{ found: string | null }>("select to_regclass('public.kysely_migration')::text as found")
  if (!tables[0]?.found) return []
  const { rows } = await pool.query<{ name: string }>('select name from public.kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Whether the database has data of a release before this one. */
export async function isOlder(owner: Pick<pg.Client, 'query'>): Promise<boolean> {
  const done = await migratedNames(owner)
  const names = await migrationNames()
  return done.length > 0 && done.every((name) => names.includes(name)) && names.some((name) => !done.includes(name))
}

function refuseNewer(done: readonly string[], names: readonly string[]): void {
  const unknown = done.filter((name) => !names.includes(name))
  if (unknown.length) {
    throw new StartError(
      `The database was written by a newer Imperium (it has ${unknown.join(', ')}). Start that version, or restore a backup made with this one.`,
    )
  }
}

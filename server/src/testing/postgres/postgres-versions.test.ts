import { createRequire } from 'node:module'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../platform/config/config.ts'
import { ownerConnection } from '../../platform/db/owner-connection.ts'
import { withoutForcedSecurity } from '../../platform/db/unforced-security.ts'
import { createLog } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import { prepareDatabase, start } from '../../start.ts'
import { until } from '../test-runs.ts'
import { testEncryptionKey, testPassword, testSecrets } from '../test-secrets.ts'
import { documentedSql } from './documented-sql.ts'
import { freePort, startExternalPostgres } from './external-postgres.ts'
import type { ExternalPostgres } from './external-postgres.ts'
import { startRole } from './start-role.ts'

// DATABASE_URL on the oldest and the newest PostgreSQL, with exactly the rights that docs/operations.md lists.

const ownerPassword = 'of-the-owner'
const log = createLog('silent', 'json')
const silentDataDir = '/var/tmp/imperium-external-unused'

const versions = [
  { version: 15, packageName: 'postgres-15' },
  { version: 18, packageName: undefined },
]

/** The PostgreSQL 15 package exists for Linux x64 only; there it must be installed. */
function hasBinaries(packageName: string | undefined): boolean {
  if (packageName === undefined || (process.platform === 'linux' && process.arch === 'x64')) return true
  try {
    createRequire(import.meta.url).resolve(packageName)
    return true
  } catch {
    process.stderr.write(`Skipped: ${packageName} has no build for ${process.platform} ${process.arch}.\n`)
    return false
  }
}

const urlOf = ({ port }: ExternalPostgres) => `postgres://imperium_owner:${ownerPassword}@127.0.0.1:${port}/imperium`

/** Undoes the previous case: roles belong to the server, not to a database. */
async function clear(server: ExternalPostgres): Promise<void> {
  await server.query(`drop database if exists imperium with (force);
    drop role if exists imperium_app, imperium_auth, imperium_system, imperium_query, imperium_owner;`)
}

/** Registers, creates an agent and runs it; returns how the run ended. */
async function useProduct(address: string): Promise<string> {
  let token = ''
  const call = async <T>(method: string, route: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${address}${route}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const reply = (await response.json()) as { data: T }
    expect(response.ok, JSON.stringify(reply)).toBe(true)
    return reply.data
  }
  const person = { email: 'pat@example.com', firstName: 'Pat', lastName: 'Person', organizationName: 'Org', password: testPassword }
  ;({ token } = await call<{ token: string }>('POST', '/api/auth/register', person))
  const agent = await call<{ id: string }>('POST', '/api/agents', { name: 'Runner', type: 'SALES' })
  const { runId } = await call<{ runId: string }>('POST', `/api/agents/${agent.id}/execute`, { input: 'hello' })
  return await until(async () => {
    const { status } = await call<{ status: string }>('GET', `/api/runs/${runId}`)
    return ['completed', 'failed', 'cancelled'].includes(status) && status
  }, 30_000)
}

for (const { version, packageName } of versions)
  describe.skipIf(!hasBinaries(packageName))(`PostgreSQL ${version}`, () => {
    let server: ExternalPostgres
    const prepare = (key = testEncryptionKey) => prepareDatabase(ownerConnection(urlOf(server)), key, log)
    const refusal = (key?: string): Promise<unknown> =>
      prepare(key).then(
        () => 'prepared',
        (error: unknown) => (error instanceof StartError ? error.message : error),
      )

    beforeAll(async () => {
      server = await startExternalPostgres(packageName)
    })
    afterAll(() => server.stop())

    test('runs an agent with three processes when the owner may create roles', async () => {
      await server.query(documentedSql('Imperium creates its roles', ownerPassword))
      const port = await freePort()
      const settings = { DATABASE_URL: urlOf(server), ENCRYPTION_KEY: testEncryptionKey, DATA_DIR: silentDataDir, PORT: String(port) }
      const started = await Promise.allSettled((['api', 'worker', 'scheduler'] as const).map((role) => startRole(role, settings)))
      try {
        expect(started.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual([])
        expect(await useProduct(`http://127.0.0.1:${port}`)).toBe('completed')
      } finally {
        await Promise.all(started.flatMap((each) => (each.status === 'fulfilled' ? [each.value.stop()] : [])))
      }
    }, 180_000)

    test('runs an agent when an administrator created the roles beforehand', async () => {
      await clear(server)
      await server.query(documentedSql('An administrator creates the roles beforehand.', ownerPassword))
      const config = loadConfig(
        { DATABASE_URL: urlOf(server), DATA_DIR: silentDataDir, PORT: String(await freePort()), SANDBOX_DELAY_MS: '0' },
        [],
      )
      const running = await start({ config, secrets: testSecrets, connection: ownerConnection(urlOf(server)), log })
      try {
        expect(await useProduct(running.address ?? '')).toBe('completed')
      } finally {
        await running.stop()
      }
    }, 180_000)

    test('needs no right to create roles when they exist already', async () => {
      await server.query('alter role imperium_owner nocreaterole')
      expect(await refusal()).toBe('prepared')
      expect(await refusal(Buffer.alloc(32, 1).toString('base64'))).toMatch(
        /may not administer the roles .*alter role "imperium_owner" createrole;/,
      )
    })

    test('migrates the rows of organizations when the owner is no superuser', async () => {
      const pool = new pg.Pool({ ...ownerConnection(urlOf(server)), max: 1 })
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
      const copyVersions = sql`insert into app.probe (org_id) select org_id from app.agent_versions`
      const probe = sql`create table app.probe (org_id uuid not null)`
      const protect = sql`call app.protect_tenant('app.probe', 'select')`
      const copied = await db.transaction().execute(async (tx) => {
        let rows: bigint | undefined
        await withoutForcedSecurity(tx, async () => {
          await probe.execute(tx)
          await protect.execute(tx)
          rows = (await copyVersions.execute(tx)).numAffectedRows
        })
        return rows
      })
      expect(copied).toBe(1n)
      const hidden = await sql`select from app.agent_versions union all select from app.probe`.execute(db)
      expect(hidden.rows, 'forced again').toEqual([])
      const { rows: unforced } = await sql`
        select oid from pg_class where relrowsecurity and not relforcerowsecurity and relnamespace in ('app'::regnamespace, 'auth'::regnamespace)`.execute(
        db,
      )
      expect(unforced).toEqual([])
      await sql`drop table app.probe; create table app.probe (org_id uuid not null)`.execute(db)
      await protect.execute(db)
      const { rows: forced } = await sql`select relforcerowsecurity from pg_class where oid = 'app.probe'::regclass`.execute(db)
      expect(forced).toEqual([{ relforcerowsecurity: true }])
      await sql`drop table app.probe`.execute(db)
      await db.destroy()
    })

    test('creates ids of the current time in order', async () => {
      const owner = new pg.Client({ ...ownerConnection(urlOf(server)), options: '-c search_path=public,compat' })
      await owner.connect()
      const { rows } = await owner.query<{ id: string; asked: string; own: boolean }>(
        `select uuidv7() as id, extract(epoch from clock_timestamp()) * 1000 as asked, to_regnamespace('compat') is null as own, pg_sleep(0.002) from generate_series(1, 20)`,
      )
      await owner.end()
      const ids = rows.map((row) => row.id)
      expect(ids).toEqual([...new Set(ids)].sort())
      for (const { id, asked: request, own } of rows) {
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Number(request))).toBeLessThan(100)
        expect(own).toBe(version >= 18)
      }
    })

    test('reports in one sentence what is missing', async () => {
      await clear(server)
      await server.query(
        `create role imperium_owner login password '${ownerPassword}'; \n create database imperium template template0 encoding 'UTF8'`,
      )
      expect(await refusal()).toMatch(
        /may not create schemas in the database "imperium".*alter database "imperium" owner to "imperium_owner";$/,
      )
      await server.query('alter database imperium owner to imperium_owner')
      expect(await refusal()).toMatch(/may not create or administer the roles .*: alter role "imperium_owner" createrole;$/)
      await server.query('alter role imperium_owner createrole;\n create role imperium_system login superuser')
      expect(await refusal()).toMatch(
        version < 16
          ? /run: alter role imperium_system noinherit nosuperuser;$/
          : /run: grant imperium_system to "imperium_owner" with admin option;$/,
      )
    })
  })

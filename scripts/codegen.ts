import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { prepareRoles } from '../server/src/platform/db/roles.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts'

// Generates the row types of the database from a freshly migrated one, so that they always match the migrations.
const folder = mkdtempSync('/var/tmp/imperium-codegen-')
const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
try {
  const owner = new pg.Client(server.connection)
  await owner.connect()
  await prepareRoles(owner, 'codegen')
  await owner.end()
  await migrate(server.connection, console.log)
  const { host, port, user, database } = server.connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const out = resolve(import.meta.dirname, '../server/src/platform/db/types.gen.ts')
  const args = ['--dialect', 'postgres', '--url', url, '--out-file', out, '--default-schema', 'app', '--include-pattern', '(app|auth).*']
  args.push(
    '--exclude-pattern',
    '*.*_(rest|20[0-9][0-9]_[0-9][0-9])',
    '--type-only-imports',
    '--date-parser',
    'string',
    '--numeric-parser',
    'number',
  )
  const bin = join(import.meta.dirname, '../node_modules/kysely-codegen/dist/cli/bin.js')
  const done = spawnSync(process.execPath, [bin, ...args], { stdio: 'inherit' })
  // bigint arrives as number (see db/database.ts), which the generator cannot know.
  writeFileSync(out, readFileSync(out, 'utf8').replace(/export type Int8 = .*;/, 'export type Int8 = number;'))
  process.exitCode = done.status ?? 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

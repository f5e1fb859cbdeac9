import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { allJobs, createModules } from '../app.ts'
import { loadConfig } from '../platform/config/config.ts'
import { createPlatform } from '../platform/create-platform.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { prepareQueues } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { prepareDatabase } from '../start.ts'
import { testEncryptionKey, testSecrets } from './test-secrets.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string; template: string }
  }
}

/** Loads the product once, so that the processes that tests start and kill find it compiled: a killed one leaves nothing behind. */
async function compile(): Promise<void> {
  if (process.env['NODE_COMPILE_CACHE'] === undefined) return
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), '--help'], { stdio: 'ignore' })
  await once(child, 'exit')
}

/** One PostgreSQL for the whole test run, with one migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const compiled = compile()
  const folder = mkdtempSync('/var/tmp/imperium-test-')
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const template = 'imperium_template'
  const owner = new pg.Client(server.connection)
  await owner.connect()
  await owner.query(`create database ${template}`)
  await owner.end()
  const connection = { ...server.connection, database: template }
  const log = createLog('silent', 'json')
  await prepareDatabase(connection, testEncryptionKey, log)
  const config = loadConfig({ DATA_DIR: folder }, [])
  const made = await createPlatform({ config, secrets: testSecrets, connection, log })
  const modules = createModules(made.platform)
  await prepareQueues(
    connection,
    allJobs(made.platform, modules).map((job) => job.name),
  )
  await made.close(0)
  await compiled
  project.provide('database', { host: server.connection.host, port: server.connection.port, user: server.connection.user, template })
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

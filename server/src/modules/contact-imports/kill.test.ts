import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactImport } from '@imperium/contract/contacts/contact-imports.ts'
import { postgresFolders } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { findRunningServer } from '../../platform/embedded-postgres/embedded-postgres-server.ts'
import { processEnv } from '../../testing/process-env.ts'
import { testPassword } from '../../testing/test-app.ts'

const entry = path.join(import.meta.dirname, '../../main.ts')
const rows = 18_000
let dataDir: string
let port: number
let server: ChildProcess | undefined
let token = ''

beforeAll(async () => {
  dataDir = mkdtempSync('/var/tmp/imperium-import-kill-')
  chmodSync(dataDir, 0o711)
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })
})
afterAll(async () => {
  if (server) await stopServer()
  const postgres = findRunningServer(postgresFolders(dataDir).database)
  if (postgres) process.kill(postgres.pid, 'SIGINT')
  await until(async () => !findRunningServer(postgresFolders(dataDir).database))
  rmSync(dataDir, { recursive: true, force: true })
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until<T>(look: () => Promise<T | false>, timeoutMs = 30_000): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== false) return found
    if (Date.now() > end) throw new Error('it did not come to that in time')
    await pause(20)
  }
}

/** A server of its own: a real process on a real data folder, as a person starts it. */
async function startServer(): Promise<void> {
  const quiet = { LOG_LEVEL: 'error', LOG_FORMAT: 'pretty', RATE_LIMIT_APP_PER_MINUTE: '1000000' }
  const env = { ...processEnv(), PORT: String(port), DATA_DIR: dataDir, ...quiet }
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  server = child
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output}`)
    return output.includes('is ready')
  }, 90_000)
}

async function stopServer(): Promise<void> {
  const child = server
  if (!child || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  server = undefined
  await ended
}

async function call<T>(method: string, route: string, body?: unknown): Promise<T> {
  const isFile = Buffer.isBuffer(body)
  const response = await fetch(`http://127.0.0.1:${port}/api${route}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': isFile ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(body ? { body: isFile ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  })
  const reply = (await response.json()) as { data: T; error?: string }
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${reply.error}`)
  return reply.data
}

async function withDatabase<T>(look: (owner: pg.Client) => Promise<T>): Promise<T> {
  const postgres = findRunningServer(postgresFolders(dataDir).database)
  const owner = new pg.Client({ host: postgres?.socketFolder ?? '', port: postgres?.port ?? 0, user: 'postgres', database: 'postgres' })
  await owner.connect()
  try {
    return await look(owner)
  } finally {
    await owner.end()
  }
}

/** One person a row; every tenth row has no address that could be, every twentieth says the one before again, some have a number only. */
function makeFile(): Buffer {
  const lines = ['email,name,phone']
  for (let n = 1; n <= rows; n++) {
    if (n % 10 === 0) lines.push(`nobody ${n},Bad Row,`)
    else if (n % 20 === 1 && n > 1) lines.push(`person${n + 1}@example.com,Twice ${n},`)
    else if (n % 50 === 7) lines.push(`,Only Number,+4930${1_000_000 + n}`)
    else lines.push(`person${n}@example.com,Person ${n},`)
  }
  return Buffer.from(lines.join('\n'))
}

// The worker is killed in the middle three times, once together with PostgreSQL: every row is there once, and the numbers say so.
test('loses no row and duplicates none when an import is killed with kill -9', { timeout: 240_000 }, async () => {
  await startServer()
  const person = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Kay', organizationName: 'Killed', password: testPassword }
  token = (await call<{ token: string }>('POST', '/auth/register', person)).token
  const file = makeFile()
  const { id } = await call<ContactImport>('POST', '/contacts/import', { fileName: 'list.csv', sizeBytes: file.length })
  await call('PUT', `/contacts/import/${id}/pieces?offset=0`, file)
  const settings = {
    separator: ',',
    encoding: 'utf-8',
    hasHeader: true,
    columns: ['email', 'name', 'phone'],
    dedupe: 'skip',
    consent: { kind: 'granted', channels: ['email', 'sms'], purpose: 'marketing', source: 'Signed at the fair' },
  }
  await call('POST', `/contacts/import/${id}/start`, { settings })
  const kills: number[] = []
  for (const withPostgres of [false, true, false]) {
    const seen = kills.at(-1) ?? 0
    const now = await until(async () => {
      const { rowsRead, status } = await call<ContactImport>('GET', `/contacts/import/${id}`)
      return rowsRead > seen || status !== 'running' ? { rowsRead, status } : false
    }, 90_000)
    expect(now.status).toBe('running')
    kills.push(now.rowsRead)
    // Stopped and resumed by a person in between: the kill meets the resumed one.
    if (withPostgres) for (const verb of ['cancel', 'resume']) await call('POST', `/contacts/import/${id}/${verb}`)
    await stopServer()
    if (withPostgres) process.kill(findRunningServer(postgresFolders(dataDir).database)?.pid ?? 0, 'SIGKILL')
    await startServer()
  }
  const done = await until(async () => {
    const held = await call<ContactImport>('GET', `/contacts/import/${id}`)
    return held.status === 'running' ? false : held
  }, 120_000)
  const good = file
    .toString()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([email]) => !email?.includes(' '))
  const people = new Set(good.map(([email, , phone]) => email || phone))
  expect(done).toMatchObject({
    status: 'completed',
    rowsRead: rows + 1,
    createdCount: people.size,
    skippedCount: good.length - people.size,
    failedCount: rows - good.length,
    updatedCount: 0,
  })
  expect(done.skippedCount).toBeGreaterThan(0)
  await withDatabase(async (owner) => {
    const { rows: kept } = await owner.query<{ address: string }>('select coalesce(email, phone) as address from app.contacts')
    expect(kept).toHaveLength(people.size)
    expect(new Set(kept.map(({ address }) => address))).toEqual(people)
    const { rows: counts } = await owner.query(
      `select (select count(*)::int from app.consents) as standing, (select count(*)::int from app.consent_entries) as ledger,
        (select count(*)::int from app.contact_events where type = 'contact.imported') as told,
        (select count(*)::int from app.contact_import_errors) as errors, (select epoch from app.contact_imports) as epoch`,
    )
    const [found] = counts as { epoch: number }[]
    expect(found).toMatchObject({ standing: people.size, ledger: people.size, told: people.size, errors: done.failedCount })
    // Resumed after every kill, and settled once.
    expect(found?.epoch).toBeGreaterThanOrEqual(kills.length + 1)
  })
})

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunDetail, RunEvent } from '@imperium/contract/runs.ts'
import { zeroId } from '../../platform/ids.ts'
import { postgresFolders } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { findRunningServer } from '../../platform/embedded-postgres/embedded-postgres-server.ts'
import { processEnv } from '../../testing/process-env.ts'
import { testPassword } from '../../testing/test-app.ts'
import { pause, until } from '../../testing/test-runs.ts'

const entry = path.join(import.meta.dirname, '../../main.ts')
let dataDir: string
let port: number
let server: ChildProcess | undefined
let token = ''

beforeAll(async () => {
  dataDir = mkdtempSync('/var/tmp/imperium-kill-')
  chmodSync(dataDir, 0o711)
  port = await freePort()
})
afterAll(async () => {
  if (server) await stopServer('SIGKILL')
  const postgres = findRunningServer(postgresFolders(dataDir).database)
  if (postgres) process.kill(postgres.pid, 'SIGINT')
  await until(async () => !findRunningServer(postgresFolders(dataDir).database))
  rmSync(dataDir, { recursive: true, force: true })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })
}

/** A separate server: a real process on a real data folder, started as an operator starts it. */
async function startServer(): Promise<void> {
  const env = {
    ...processEnv(),
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX_DELAY_MS: '10',
    SHUTDOWN_GRACE_MS: '1000',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'pretty',
  }
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

async function stopServer(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const child = server
  if (!child || child.exitCode !== null) return null
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  server = undefined
  return ended
}

async function call<T>(method: string, route: string, body?: unknown): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${route}`, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const reply = (await response.json()) as { data: T; error?: string }
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${reply.error}`)
  return reply.data
}

/** Follows a run over every loss of the connection, each time from the last event it got. */
async function follow(runId: string): Promise<{ id: number; event: RunEvent }[]> {
  const got: { id: number; event: RunEvent }[] = []
  for (let tries = 0; tries < 200; tries++) {
    try {
      const headers = { authorization: `Bearer ${token}`, 'last-event-id': String(got.at(-1)?.id ?? 0) }
      const response = await fetch(`http://127.0.0.1:${port}/api/runs/${runId}/events`, { headers })
      let text = ''
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk as Uint8Array).toString()
        const frames = text.split('\n\n')
        text = frames.pop() ?? ''
        for (const frame of frames) {
          const id = /^id: (\d+)$/m.exec(frame)?.[1]
          if (id) got.push({ id: Number(id), event: JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '') as RunEvent })
        }
      }
      if (got.at(-1)?.event.type === 'done') return got
    } catch {
      // The server is being killed; the next attempt continues where this one ended.
    }
    await pause(200)
  }
  throw new Error('the stream did not come to its end')
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

const endedAll = (ids: string[]) =>
  until(async () => {
    const all = await Promise.all(ids.map((id) => call<RunDetail>('GET', `/api/runs/${id}`)))
    return all.every((run) => run.finishedAt) && all
  }, 60_000)

// The promise of issue 2: after several kill -9 of the server, once with PostgreSQL, every run ends, duplicates of emails are counted, and
// a follower with Last-Event-ID gets every event once in order. After SIGTERM the process ends within 35 s; the next finishes its runs.
test('runs outlive kill -9 of server and database, and SIGTERM', { timeout: 240_000 }, async () => {
  await startServer()
  const registered = await call<{ token: string }>('POST', '/api/auth/register', {
    email: 'kim@example.com',
    firstName: 'Kim',
    lastName: 'Kay',
    organizationName: 'Killed',
    password: testPassword,
  })
  token = registered.token
  const { id: agentId } = await call<{ id: string }>('POST', '/api/agents', {
    name: 'Durable',
    type: 'SALES',
    capabilities: ['database_query', 'email_send', 'sentiment_analysis'],
  })
  const execute = async (input: string) => (await call<{ runId: string }>('POST', `/api/agents/${agentId}/execute`, { input })).runId
  const ids: string[] = []
  for (let i = 0; i < 6; i++)
    ids.push(
      await execute(
        `[[sandbox:slow=${500 + i * 150}]] How many agents do we have? Then send an email with the answer to someone${i}@example.com`,
      ),
    )
  const following = follow(ids[0] ?? '')
  for (const [wait, withPostgres] of [
    [900, false],
    [700, true],
    [1_100, false],
  ] as const) {
    await pause(wait)
    await stopServer('SIGKILL')
    if (withPostgres) process.kill(findRunningServer(postgresFolders(dataDir).database)?.pid ?? 0, 'SIGKILL')
    await startServer()
  }
  const ended = await endedAll(ids)
  expect(ended.map((run) => [run.status, run.error])).toEqual(ids.map(() => ['completed', null]))
  expect(ended.some((run) => run.recoveries > 0)).toBe(true)
  await withDatabase(async (owner) => {
    const { rows } = await owner.query<{ copies: number; attempts: number; status: string }>(
      'select m.copies, e.attempts, e.status from app.effects e left join app.sandbox_mail m on m.org_id = e.org_id and m.message_id = e.identity',
    )
    expect(rows).toHaveLength(ids.length)
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'done' })
      expect(row.copies).toBeGreaterThanOrEqual(1)
      expect(row.copies).toBeLessThanOrEqual(row.attempts)
    }
    const mails = await owner.query('select 1 from app.sandbox_mail where org_id <> $1', [zeroId])
    expect(mails.rowCount).toBe(ids.length)
    const { rows: metered } = await owner.query<{ runs: number; calls: number; mails: number }>(
      'select sum(runs)::int runs, sum(model_calls)::int calls, sum(mails)::int mails from app.usage',
    )
    expect(metered[0]).toEqual({ runs: ids.length, calls: ids.length * 3, mails: ids.length })
  })
  const events = await following
  expect(events.map((each) => each.id)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)?.event).toMatchObject({ type: 'done', run: { status: 'completed' } })

  const long = [await execute('[[sandbox:slow=4000]] One'), await execute('[[sandbox:slow=4000]] Two')]
  await until(async () => (await call<RunDetail>('GET', `/api/runs/${long[1]}`)).steps.length > 0)
  const watching = follow(long[0] ?? '')
  expect(await stopServer('SIGTERM')).toBe(0)
  await startServer()
  for (const run of await endedAll(long)) expect(run).toMatchObject({ status: 'completed', recoveries: 1 })
  expect((await watching).map((each) => each.id)).toEqual((await watching).map((_, index) => index + 1))
})

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { openDatabase } from '../server/src/admin/open-database.ts'
import type { OpenedDatabase } from '../server/src/admin/open-database.ts'
import { heapFlags, memoryMb } from '../scripts/heap-flags.mjs'
import { processorSeconds } from './processor-time.ts'

export interface ServerUnderTest {
  url: string
  database: OpenedDatabase
  /** Of the server's own process. */
  processId: number
  /** Of PostgreSQL's first process. */
  postgresId: number
  /** Seconds of processor time used so far, which (unlike times) other work on the machine does not lengthen much. */
  processorTime(): { node: number; postgres: number }
  /** Registers a new organization with a signed-in owner. */
  register(): Promise<Client>
  /** A second process that only works. */
  startWorker(): Promise<{ stop(): Promise<void> }>
  stop(): Promise<void>
}

/** A signed-in user. `call` returns the data of the envelope and throws on an error status. */
export interface Client {
  orgId: string
  email: string
  token: string
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

export const benchPassword = 'Correct-Horse-42!'

/** A port that was free a moment ago; another process may take it. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Starts the product on an empty data folder, as `npm start` does, with rate limits raised. */
export async function startServer(settings: Record<string, string> = {}): Promise<ServerUnderTest> {
  const dataDir = mkdtempSync('/var/tmp/imperium-bench-')
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    EGRESS_ALLOW: '127.0.0.1',
    SANDBOX_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(
      ['LOGIN', 'LOGIN_ADDRESS', 'REGISTER', 'API_PER_HOUR', 'APP_PER_MINUTE'].map((of) => [`RATE_LIMIT_${of}`, '1000000000']),
    ),
    ...settings,
  }
  // As scripts/start.sh starts it; BENCH_NODE_FLAGS adds to that (--cpu-prof).
  const flags = [...heapFlags(memoryMb()), ...(process.env['BENCH_NODE_FLAGS']?.split(' ') ?? [])]
  const launch = async (role: 'all' | 'worker'): Promise<ChildProcess> => {
    const started = spawn(process.execPath, [...flags, join(import.meta.dirname, '../server/src/main.ts')], {
      env: { ...process.env, MALLOC_ARENA_MAX: '1', ...env, ROLE: role },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await untilReady(started)
    return started
  }
  const child = await launch('all')
  const url = `http://127.0.0.1:${port}`
  const database = await openDatabase(loadConfig(env, []))
  return {
    url,
    database,
    processId: child.pid ?? 0,
    postgresId: postgresPid(dataDir),
    processorTime: () => ({ node: processorSeconds(child.pid ?? 0), postgres: processorSeconds(postgresPid(dataDir)) }),
    register: () => register(url),
    startWorker: async () => {
      const worker = await launch('worker')
      return { stop: () => end(worker) }
    },
    stop: async () => {
      await database.close()
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** The first line of PostgreSQL's own record. It is started detached, so it is no child of the server. */
const postgresPid = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Imperium is ready')) resolve()
    })
  })
}

let people = 0

async function register(url: string): Promise<Client> {
  people += 1
  const email = `bench${people}-${Date.now()}@example.com`
  const body = { email, password: benchPassword, firstName: 'Bea', lastName: 'Bench', organizationName: `Bench ${people} ${Date.now()}` }
  const reply = await call<{ token: string; organization: { id: string } }>(url, undefined, 'POST', '/auth/register', body)
  return {
    orgId: reply.organization.id,
    email,
    token: reply.token,
    call: (method, path, input) => call(url, reply.token, method, path, input),
  }
}

async function call<T>(url: string, token: string | undefined, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as { data: T }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`)
  return reply.data
}

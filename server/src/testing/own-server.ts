import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { postgresFolders } from '../platform/embedded-postgres/embedded-postgres-folder.ts'
import { findRunningServer } from '../platform/embedded-postgres/embedded-postgres-server.ts'
import { processEnv } from './process-env.ts'
import { until } from './test-runs.ts'

const entry = path.join(import.meta.dirname, '../main.ts')

/** No figure of the product: what hangs ends by this, and a machine under load takes minutes for what else takes seconds. */
export const patienceMs = 600_000

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** A separate server: a real process on a real data folder, started as an operator starts it, which tests kill and start again. */
export interface OwnServer {
  readonly url: string
  readonly dataDir: string
  /** Of the signed-in person; set by the test. */
  token: string
  /** @throws what the server printed, where it ends instead of becoming ready. */
  start(): Promise<void>
  /** Resolves with the exit code once it has ended; null where a signal ended it, or it did not run. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  killPostgres(): void
  /** `body`: a buffer is sent as a file, everything else as JSON. @throws for a refusal. */
  call<T>(method: string, route: string, body?: unknown): Promise<T>
  /** A connection as the owner of the database. */
  withDatabase<T>(look: (owner: pg.Client) => Promise<T>): Promise<T>
  /** Ends all that runs, and removes the folder. */
  close(): Promise<void>
}

export async function makeOwnServer(name: string, env: Record<string, string> = {}): Promise<OwnServer> {
  const dataDir = mkdtempSync(`/var/tmp/imperium-${name}-`)
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { ...processEnv(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', LOG_FORMAT: 'pretty', ...env }
  let child: ChildProcess | undefined
  const postgres = () => findRunningServer(postgresFolders(dataDir).database)
  const server: OwnServer = {
    url,
    dataDir,
    token: '',
    start: async () => {
      child = await startProcess(settings)
    },
    stop: async (signal) => {
      const running = child
      child = undefined
      if (!running || running.exitCode !== null) return null
      const ended = new Promise<number | null>((resolve) => running.once('exit', resolve))
      running.kill(signal)
      return ended
    },
    killPostgres: () => {
      const running = postgres()
      // Number 0 would be this process and all beside it.
      if (!running) throw new Error('there is no PostgreSQL to kill')
      process.kill(running.pid, 'SIGKILL')
    },
    call: (method, route, body) => request(`${url}${route}`, server.token, method, body),
    withDatabase: async (look) => {
      const { socketFolder = '', port: at = 0 } = postgres() ?? {}
      const owner = new pg.Client({ host: socketFolder, port: at, user: 'postgres', database: 'postgres' })
      await owner.connect()
      try {
        return await look(owner)
      } finally {
        await owner.end()
      }
    },
    close: async () => {
      await server.stop('SIGKILL')
      const running = postgres()
      if (running) process.kill(running.pid, 'SIGINT')
      await until(async () => !postgres(), patienceMs)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return server
}

async function startProcess(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output}`)
    return output.includes('is ready')
  }, patienceMs)
  return child
}

async function request<T>(url: string, token: string, method: string, body: unknown): Promise<T> {
  const isFile = Buffer.isBuffer(body)
  const response = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': isFile ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(body ? { body: isFile ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  })
  const reply = (await response.json()) as { data: T; error?: string }
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${reply.error}`)
  return reply.data
}

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { postgresFolders } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { findRunningServer } from '../../platform/embedded-postgres/embedded-postgres-server.ts'
import { newId } from '../../platform/ids.ts'
import { processEnv } from '../process-env.ts'
import { testPassword } from '../test-secrets.ts'

const entry = path.join(import.meta.dirname, '../../main.ts')

/** A real installation in its own folder, started as operators do; a test kills, freezes and stops its processes. */
export interface CampaignServer {
  readonly url: string
  readonly token: string
  readonly orgId: string
  /** Of the server; undefined after it was killed. */
  processId(): number | undefined
  start(): Promise<void>
  /** A second process that only works. */
  startWorker(): Promise<ChildProcess>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Ends PostgreSQL as a power cut would. */
  killPostgres(): void
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

export async function until<T>(look: () => Promise<T | undefined | null | false>, timeoutMs = 25_000, everyMs = 25): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error('it did not come to pass in time')
    await pause(everyMs)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

const endOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

function spawnServer(settings: Record<string, string>): ChildProcess {
  const env = { ...processEnv(), LOG_LEVEL: 'error', LOG_FORMAT: 'pretty', ...settings }
  const flags = process.env['BENCH_NODE_FLAGS']?.split(' ') ?? []
  return spawn(process.execPath, [...flags, entry], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function untilReady(child: ChildProcess): Promise<void> {
  let output = ''
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString()
    if (process.env['CAMPAIGN_SERVER_LOG']) process.stderr.write(chunk)
  }
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', onOutput)
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output}`)
    return output.includes('is ready')
  }, 90_000)
}

/** Connection of the database's owner that reconnects after every cut. */
function createOwner(dataDir: string): Pick<CampaignServer, 'query'> & { end(): Promise<void> } {
  let owner: pg.Client | undefined
  const connect = async (): Promise<pg.Client> => {
    const found = await until(async () => findRunningServer(postgresFolders(dataDir).database), 30_000)
    const client = new pg.Client({ host: found.socketFolder, port: found.port, user: 'postgres', database: 'postgres' })
    client.on('error', () => (owner = undefined))
    await client.connect()
    return client
  }
  return {
    query: <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
      until(async () => {
        try {
          owner ??= await connect()
          return (await owner.query<T>(text, values)).rows
        } catch (error) {
          owner = undefined
          if (error instanceof pg.DatabaseError && !/^(57P|08|40P01)/.test(error.code ?? '')) throw error
          return null
        }
      }, 60_000),
    end: async () => {
      await owner?.end().catch(() => undefined)
    },
  }
}

export async function openCampaignServer(settings: Record<string, string>): Promise<CampaignServer> {
  const dataDir = mkdtempSync('/var/tmp/imperium-campaigns-')
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const children = new Set<ChildProcess>()
  let server: ChildProcess | undefined
  // Ends all processes when a test stops early.
  const endAll = () => {
    for (const child of children) child.kill('SIGKILL')
    const running = findRunningServer(postgresFolders(dataDir).database)
    if (running) process.kill(running.pid, 'SIGINT')
  }
  const interrupted = () => process.exit(1)
  process.once('exit', endAll)
  process.once('SIGTERM', interrupted)
  process.once('SIGINT', interrupted)
  const launch = async (role: string): Promise<ChildProcess> => {
    const child = spawnServer({ PORT: String(port), DATA_DIR: dataDir, ROLE: role, ...settings })
    children.add(child)
    await untilReady(child)
    return child
  }
  const { query, end } = createOwner(dataDir)
  server = await launch('all')
  const registered = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'kim@example.com',
      firstName: 'Kim',
      lastName: 'Kay',
      organizationName: 'Sending',
      password: testPassword,
    }),
  })
  const { data } = (await registered.json()) as { data: { token: string; organization: { id: string } } }
  return {
    url: `http://127.0.0.1:${port}`,
    token: data.token,
    orgId: data.organization.id,
    query,
    processId: () => server?.pid,
    start: async () => void (server = await launch('all')),
    startWorker: () => launch('worker'),
    kill: async (signal) => {
      const child = server
      server = undefined
      child?.kill(signal)
      return child ? endOf(child) : null
    },
    killPostgres: () => {
      const running = findRunningServer(postgresFolders(dataDir).database)
      if (running) process.kill(running.pid, 'SIGQUIT')
    },
    close: async () => {
      await end()
      for (const child of children) {
        child.kill('SIGCONT')
        child.kill('SIGKILL')
      }
      await Promise.all([...children].map(endOf))
      const running = findRunningServer(postgresFolders(dataDir).database)
      if (running) process.kill(running.pid, 'SIGINT')
      await until(async () => !findRunningServer(postgresFolders(dataDir).database), 60_000)
      rmSync(dataDir, { recursive: true, force: true })
      process.off('exit', endAll)
      process.off('SIGTERM', interrupted)
      process.off('SIGINT', interrupted)
    },
  }
}

/** Contacts that agreed to marketing, and a running campaign for all of them. */
export async function arrangeMailing(
  server: Pick<CampaignServer, 'query'>,
  orgId: string,
  { contacts, definition = {}, channel = 'email' }: { contacts: number; definition?: object; channel?: string },
): Promise<string> {
  const campaignId = newId()
  const html = '<p>Hello {{ first_name }}, <a href="https://shop.example/spring">our spring offers</a> are here.</p>'
  const content = { subject: 'Spring for {{ first_name }}', html, text: 'Hello {{ first_name }}, our spring offers are here.' }
  const full = JSON.stringify(CampaignDefinition.parse({ audience: { kind: 'all' }, content, ...definition }))
  await server.query(
    `insert into app.contacts (org_id, id, email, email_hash, first_name, source)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'person' || n || '@example.com',
       sha256(('person' || n)::bytea), 'Person ' || n, 'manual' from generate_series(1, $2::int) n on conflict do nothing`,
    [orgId, contacts],
  )
  await server.query(
    `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at)
     select $1, id, $2, 'marketing', 'granted', 'manual', now() from app.contacts where org_id = $1 on conflict do nothing`,
    [orgId, channel],
  )
  await server.query(
    `insert into app.campaigns (org_id, id, name, channel, status, definition, created_by) values ($1, $2, 'Spring', $3, 'running', $4, 'Kim')`,
    [orgId, campaignId, channel, full],
  )
  await server.query(
    `insert into app.campaign_versions (org_id, campaign_id, version, definition, created_by) values ($1, $2, 1, $3, 'Kim')`,
    [orgId, campaignId, full],
  )
  return campaignId
}

/** Leaves a send as a crash does: its snapshot is incomplete, and a tick resumes it. */
export async function beginStalledSend(server: Pick<CampaignServer, 'query'>, orgId: string, campaignId: string): Promise<string> {
  const sendId = newId()
  await server.query(
    `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status, build_at) values ($1, $2, $3, 1, 1, 'building', now() - interval '1 hour')`,
    [orgId, sendId, campaignId],
  )
  return sendId
}

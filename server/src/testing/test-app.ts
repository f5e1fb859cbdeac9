import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { allJobs, createApp, createModules } from '../app.ts'
import { loadConfig } from '../platform/config/config.ts'
import type { Config } from '../platform/config/config.ts'
import { createPlatform } from '../platform/create-platform.ts'
import { newId } from '../platform/ids.ts'
import { isDocumented } from '../platform/operations/statuses.ts'
import { createLog } from '../platform/log.ts'
import type { Module, ModuleFactory } from '../platform/module.ts'
import type { Platform } from '../platform/platform.ts'
import type { Clock } from '../platform/clock.ts'
import type { OfflineEmbedder } from '../platform/embeddings/offline-embedder.ts'
import { testEmbedder } from './test-embedder.ts'
import { testPassword, testSecrets } from './test-secrets.ts'
import type { Tick } from '../platform/tick.ts'
import { prepareQueues } from '../platform/jobs/jobs.ts'

export { testPassword } from './test-secrets.ts'

export interface TestResponse<T = Record<string, unknown>> {
  status: number
  headers: Record<string, unknown>
  body: {
    success: boolean
    data: T
    message?: string
    error?: string
    code?: string
    errors?: { path: string; message: string }[]
    page?: { nextCursor: string | null }
    requestId: string
  }
}

/** A member of an organization with a bearer session. */
export interface TestUser {
  token: string
  userId: string
  email: string
  orgId: string
  slug: string
}

export interface TestApp {
  app: FastifyInstance
  platform: Platform
  modules: Module[]
  /** Connection as the database's owner, past row-level security: to inspect and to arrange rows. */
  owner: pg.Pool
  connection: pg.PoolConfig
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestResponse<T>>
  /** Registers a user with a new organization; the user is its OWNER. */
  register(overrides?: Partial<Record<'email' | 'firstName' | 'lastName' | 'organizationName', string>>): Promise<TestUser>
  /** Adds a new user with a role to an organization and signs them in there. */
  addMember(orgId: string, role: 'ADMIN' | 'MEMBER' | 'VIEWER'): Promise<TestUser>
  /** A second process of the same installation, on the same database; close it before this one. */
  openOther(): Promise<Pick<TestApp, 'app' | 'platform' | 'call'> & { close(): Promise<void> }>
  /** Runs jobs, runs and ticks of this app until `stop`; without it no background work runs. */
  startWorkers(): Promise<void>
  close(): Promise<void>
}

/** A hundredth of the product's cost: tests hash thousands of passwords. `hashes: 'real'` is for tests of the hashes themselves. */
const cheapHashes = { memoryKib: 256, passes: 1 }

interface TestOptions {
  env?: Record<string, string>
  clock?: Clock
  log?: 'silent' | 'error' | 'debug'
  hashes?: 'cheap' | 'real'
  /** A small one that knows words by default. */
  offlineEmbedder?: OfflineEmbedder
  /** Besides the product's own. */
  modules?: readonly ModuleFactory[]
}

const testSettings = {
  DATA_DIR: '/var/tmp/imperium-test-unused',
  SANDBOX_DELAY_MS: '0',
  RATE_LIMIT_REGISTER: '100000',
  RATE_LIMIT_LOGIN: '100000',
  RATE_LIMIT_LOGIN_ADDRESS: '100000',
  RATE_LIMIT_APP_PER_MINUTE: '1000000',
  RATE_LIMIT_API_PER_HOUR: '1000000',
  RETRY_MODEL_MS: '1,2,3',
  DATABASE_POOL_MAX: '8',
}

/** The whole product on its own database (copied as files: through the log takes longer), without listening: requests go in by `inject`. */
export async function createTestApp(options: TestOptions = {}): Promise<TestApp> {
  const { host, port, user, template } = inject('database')
  const database = `test_${newId().replaceAll('-', '')}`
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database} template ${template} strategy file_copy`)
  const connection = { host, port, user, database }
  const owner = new pg.Pool({ ...connection, max: 2 })
  // `end` does not wait for the server: dropping the database may cut a connection that is just being closed.
  owner.on('error', () => undefined)
  owner.on('connect', (client) => client.on('error', () => undefined))
  const config: Config = loadConfig({ ...testSettings, ...options.env }, [])
  const log = createLog(options.log ?? 'silent', 'pretty')
  const undocumented: string[] = []
  const open = async () => {
    const made = await createPlatform({
      config,
      secrets: testSecrets,
      connection,
      log,
      offlineEmbedder: options.offlineEmbedder ?? testEmbedder(),
      passwordCost: options.hashes === 'real' ? {} : cheapHashes,
      ...(options.clock ? { clock: options.clock } : {}),
    })
    const added = (options.modules ?? []).map((factory) => factory(made.platform))
    // The template database has the queues of the product's own modules.
    const queues = allJobs(made.platform, added).map((job) => job.name)
    if (added.length > 0) await prepareQueues(connection, queues)
    const modules = [...createModules(made.platform), ...added]
    made.attach(modules)
    await made.platform.jobs.start()
    const app = await createApp(made.platform, modules)
    recordUndocumented(app, modules, undocumented)
    await app.ready()
    return { made, modules, app, call: makeCall(app, undocumented) }
  }
  const { made, modules, app, call } = await open()
  const workers = makeWorkers(made.platform, modules)
  return {
    app,
    platform: made.platform,
    modules,
    owner,
    connection,
    call,
    register: (overrides = {}) => register(call, owner, overrides),
    addMember: (orgId, role) => addMember(call, owner, orgId, role),
    openOther: async () => {
      const other = await open()
      const close = async () => {
        await other.app.close()
        await other.made.close(1_000)
      }
      return { app: other.app, platform: other.made.platform, call: other.call, close }
    },
    startWorkers: workers.start,
    close: async () => {
      await workers.settle()
      await app.close()
      await workers.stop()
      await made.close(1_000)
      await owner.end()
      await waitForNoConnections(admin, database)
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
      refuseUndocumented(undocumented)
    },
  }
}

/** Checks every response of every test against the OpenAPI document: an undocumented status fails the test, or its file. */
function recordUndocumented(app: FastifyInstance, modules: readonly Module[], undocumented: string[]): void {
  const endpoints = new Map(modules.flatMap(({ operations }) => operations.map(({ endpoint }) => [endpoint.id as string, endpoint])))
  app.addHook('onSend', async (request, reply) => {
    const endpoint = endpoints.get(request.routeOptions.config.operation ?? '')
    if (endpoint && !isDocumented(endpoint, reply.statusCode))
      undocumented.push(`${endpoint.id} answers ${reply.statusCode}, which the OpenAPI document does not name`)
  })
}

function refuseUndocumented(undocumented: string[]): void {
  if (undocumented.length > 0) throw new Error([...new Set(undocumented.splice(0))].join('\n'))
}

/** What `startWorkers` starts: runs, jobs and ticks, the ticks twice a second at most. */
function makeWorkers(platform: Platform, modules: readonly Module[]) {
  const workers: { stop(graceMs: number): Promise<void> }[] = []
  const timers: NodeJS.Timeout[] = []
  const ticking = new Set<Promise<unknown>>()
  const begin = (tick: Tick) => {
    const done = tick.run().finally(() => ticking.delete(done))
    ticking.add(done)
  }
  return {
    start: async () => {
      for (const module of modules) if (module.startWorker) workers.push(await module.startWorker())
      await platform.jobs.work(allJobs(platform, modules))
      for (const tick of modules.flatMap((module) => module.ticks ?? []))
        timers.push(setInterval(() => begin(tick), Math.min(tick.everyMs, 500)))
    },
    /** Waits for background transactions: dropping the database would break them. */
    settle: async () => {
      timers.forEach(clearInterval)
      await Promise.all(ticking)
    },
    stop: async () => {
      for (const worker of workers) await worker.stop(1_000)
    },
  }
}

/**
 * Waits until no connection is left: `end` of a pool does not wait for the server, and dropping the database would cut closing connections.
 */
async function waitForNoConnections(admin: pg.Client, database: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { rowCount } = await admin.query('select 1 from pg_stat_activity where datname = $1', [database])
    if (!rowCount) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

type Call = TestApp['call']

function makeCall(app: FastifyInstance, undocumented: string[]): Call {
  return async (method, path, { token, body, headers } = {}) => {
    const request: InjectOptions = {
      method,
      url: path,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    }
    const response = await app.inject(request)
    refuseUndocumented(undocumented)
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body && response.headers['content-type']?.toString().includes('json') ? response.json() : ({} as never),
    }
  }
}

let count = 0

async function register(call: Call, owner: pg.Pool, overrides: Partial<Record<string, string>>): Promise<TestUser> {
  count += 1
  const body = {
    email: `person${count}-${newId().slice(-6)}@example.com`,
    firstName: 'Pat',
    lastName: `Person${count}`,
    organizationName: `Org ${count}`,
    password: testPassword,
    ...overrides,
  }
  const { status, body: result } = await call<{
    token: string
    user: { id: string; email: string }
    organization: { id: string; slug: string }
  }>('POST', '/api/auth/register', { body })
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(result)}`)
  // As if the link of the email had been opened; tests of that use the registration API itself.
  await owner.query('update auth.users set email_verified_at = now() where id = $1', [result.data.user.id])
  return {
    token: result.data.token,
    userId: result.data.user.id,
    email: result.data.user.email,
    orgId: result.data.organization.id,
    slug: result.data.organization.slug,
  }
}

// Inserts directly: the matrices need many members, and joining by invitation costs an email and a second password hash. modules/team
// tests the real way.
async function addMember(call: Call, owner: pg.Pool, orgId: string, role: string): Promise<TestUser> {
  const own = await register(call, owner, {})
  await owner.query('insert into auth.memberships (org_id, user_id, role) values ($1, $2, $3)', [orgId, own.userId, role])
  await owner.query('delete from auth.memberships where org_id = $1', [own.orgId])
  await owner.query('update auth.users set last_org_id = $1 where id = $2', [orgId, own.userId])
  const { body } = await call<{ token: string }>('POST', '/api/auth/login', { body: { email: own.email, password: testPassword } })
  const { rows } = await owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [orgId])
  return { ...own, token: body.data.token, orgId, slug: rows[0]?.slug ?? '' }
}

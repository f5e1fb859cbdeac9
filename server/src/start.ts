import pg from 'pg'
import { allJobs, createApp, createModules } from './app.ts'
import { explainListenFailure } from './platform/config/check-port.ts'
import type { Config } from './platform/config/config.ts'
import { createPlatform, systemLogin } from './platform/create-platform.ts'
import type { PlatformOptions } from './platform/create-platform.ts'
import { checkDatabase, grantConnect } from './platform/db/check-database.ts'
import { explainDatabaseFailure, isOperators } from './platform/db/explain-failure.ts'
import { isOlder, migrate } from './platform/db/migrate.ts'
import { addMissingFunctions } from './platform/db/older-postgres.ts'
import { databaseRoles, prepareRoles } from './platform/db/roles.ts'
import { prepareQueues } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Module } from './platform/module.ts'
import type { Platform } from './platform/platform.ts'
import { watchInstallation } from './platform/installation/watch-installation.ts'
import { startOwnTicks, startSchedule } from './platform/jobs/schedule.ts'
import { maintenanceTicks } from './platform/jobs/maintenance.ts'

export interface Running {
  platform: Platform
  modules: Module[]
  /** The address that the server listens on; null for a process without the api role. */
  address: string | null
  stop(): Promise<void>
}

const prepareLock = 0x1e4d_0002

/** What is done with a database of an older release before anything in it is changed, by one process alone. */
type BeforeUpgrade = (owner: pg.Client) => Promise<void>

/** Brings roles and schema to this release. One process at a time; the others wait and then find it done. */
export async function prepareDatabase(connection: pg.PoolConfig, secret: string, log: Log, beforeUpgrade?: BeforeUpgrade): Promise<void> {
  await withPrepareLock(connection, async (owner) => {
    await checkDatabase(owner)
    if (beforeUpgrade && (await isOlder(owner))) await beforeUpgrade(owner)
    await prepareRoles(owner, secret)
    await grantConnect(owner, databaseRoles)
    await addMissingFunctions(owner)
    await migrate(connection, (line) => log.info(line))
  })
}

/** Starts the roles of this process on a reachable database: platform, modules, HTTP, workers, schedule. */
export async function start(options: PlatformOptions & { beforeUpgrade?: BeforeUpgrade }): Promise<Running> {
  const { config, log, connection, secrets } = options
  await prepareDatabase(connection, secrets.encryptionKey, log, options.beforeUpgrade)
  const { platform, attach, close } = await explained(connection, () => createPlatform(options))
  const { db, hold } = platform
  const { dataDir, installationId } = config
  // Before anything takes work: a restored copy must not send a single message.
  const watch = await watchInstallation({ db, hold, log, dataDir, installationId })
  const modules = createModules(platform)
  attach(modules)
  const queues = allJobs(platform, modules).map((job) => job.name)
  await withPrepareLock(connection, () => prepareQueues(connection, queues))
  await platform.jobs.start()
  const runs = (role: Config['role']) => config.role === 'all' || config.role === role
  const app = runs('api') ? await createApp(platform, modules) : null
  const workers = runs('worker') ? await startWorkers(platform, modules) : null
  const ticks = [...maintenanceTicks(platform), ...modules.flatMap((module) => module.ticks ?? [])]
  const [own, led] = [ticks.filter(({ everywhere }) => everywhere), ticks.filter(({ everywhere }) => !everywhere)]
  const asSystem = { ...connection, ...systemLogin(secrets.encryptionKey) }
  const ownTicks = config.role === 'api' ? null : startOwnTicks(own, hold, log)
  const schedule = runs('scheduler') ? startSchedule({ connection: asSystem, ticks: led, hold, log }) : null
  const address = app ? await listenOn(app, config) : null
  return {
    platform,
    modules,
    address,
    stop: async () => {
      const { shutdownGraceMs } = config
      await app?.close()
      await schedule?.stop()
      await ownTicks?.stop()
      await workers?.stop(shutdownGraceMs)
      await watch.stop()
      await close(shutdownGraceMs)
    },
  }
}

/** Runs `work` while no other process prepares the same database. */
async function withPrepareLock(connection: pg.PoolConfig, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client(connection)
  try {
    await owner.connect()
  } catch (cause) {
    throw explainDatabaseFailure(connection, cause)
  }
  try {
    await explained(connection, async () => {
      await owner.query('select pg_advisory_lock($1)', [prepareLock])
      await work(owner)
    })
  } finally {
    await owner.end()
  }
}

/** The operator gets a plain message if PostgreSQL refuses; any other error is a defect and keeps its stack. */
async function explained<T>(connection: pg.PoolConfig, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isOperators(error) ? explainDatabaseFailure(connection, error) : error
  }
}

async function startWorkers(platform: Platform, modules: readonly Module[]) {
  const started = await Promise.all(modules.flatMap((module) => (module.startWorker ? [module.startWorker()] : [])))
  await platform.jobs.work(allJobs(platform, modules))
  return { stop: async (graceMs: number) => void (await Promise.all(started.map((worker) => worker.stop(graceMs)))) }
}

async function listenOn(app: Awaited<ReturnType<typeof createApp>>, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    await app.close()
    throw explainListenFailure(error, port, host)
  }
}

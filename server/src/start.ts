import pg from 'pg'
import { allJobs, createApp, createModules } from './app.ts'
import { explainListenFailure } from './platform/config/check-port.ts'
import type { Config } from './platform/config/config.ts'
import { createPlatform } from './platform/create-platform.ts'
import type { PlatformOptions } from './platform/create-platform.ts'
import { migrate } from './platform/db/migrate.ts'
import { prepareRoles } from './platform/db/roles.ts'
import { prepareQueues } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Module } from './platform/module.ts'
import type { Platform } from './platform/platform.ts'
import { startSchedule } from './platform/jobs/schedule.ts'
import { StartError } from './platform/start-error.ts'
import { upkeepTicks } from './platform/jobs/upkeep.ts'

export interface Running {
  platform: Platform
  modules: Module[]
  /** Where the server listens; null for a process without the api role. */
  address: string | null
  stop(): Promise<void>
}

const prepareLock = 0x1e4d_0002

/** Corrupted data, a corrupted index, a file of the database that is gone or cannot be read. */
const isDamage = (error: pg.DatabaseError) => ['XX001', 'XX002', '58P01', '58030'].includes(error.code ?? '')

function explainDatabaseFailure({ host = 'DATABASE_URL' }: pg.PoolConfig, cause: unknown): StartError {
  const said = cause instanceof Error ? cause.message : String(cause)
  // The embedded database always has its one database: where that is not found, files of it are missing.
  const isLost = host.startsWith('/') && cause instanceof pg.DatabaseError && cause.code === '3D000'
  if (isLost || (cause instanceof pg.DatabaseError && isDamage(cause)))
    return new StartError(`The database at ${host} is damaged: PostgreSQL said "${said}". Restore a backup (npm run admin -- restore).`, {
      cause,
    })
  return new StartError(`The database at ${host} does not answer: ${said}`, { cause })
}

/** Brings roles and schema to this release. One process at a time; the others wait and then find it done. */
export async function prepareDatabase(connection: pg.PoolConfig, secret: string, log: Log): Promise<void> {
  const owner = new pg.Client(connection)
  try {
    await owner.connect()
  } catch (cause) {
    throw explainDatabaseFailure(connection, cause)
  }
  try {
    const { rows } = await owner.query<{ version: number }>("select current_setting('server_version_num')::int as version")
    if ((rows[0]?.version ?? 0) < 150_000) throw new StartError('Imperium needs PostgreSQL 15 or newer.')
    await owner.query('select pg_advisory_lock($1)', [prepareLock])
    await prepareRoles(owner, secret)
    await migrate(connection, (line) => log.info(line))
  } catch (error) {
    throw error instanceof pg.DatabaseError && isDamage(error) ? explainDatabaseFailure(connection, error) : error
  } finally {
    await owner.end()
  }
}

/** Starts the roles of this process on a database that answers: platform, modules, HTTP, workers, schedule. */
export async function start(options: PlatformOptions): Promise<Running> {
  const { config, log, connection, secrets } = options
  await prepareDatabase(connection, secrets.encryptionKey, log)
  const { platform, attach, close } = await createPlatform(options)
  const modules = createModules(platform)
  attach(modules)
  await prepareQueues(
    connection,
    allJobs(platform, modules).map((job) => job.name),
  )
  await platform.jobs.start()
  const runs = (role: Config['role']) => config.role === 'all' || config.role === role
  const app = runs('api') ? await createApp(platform, modules) : null
  const workers = runs('worker') ? await startWorkers(platform, modules) : null
  const ticks = [...upkeepTicks(platform), ...modules.flatMap((module) => module.ticks ?? [])]
  const schedule = runs('scheduler') ? startSchedule(connection, ticks, log) : null
  const address = app ? await listenOn(app, config) : null
  return {
    platform,
    modules,
    address,
    stop: async () => {
      const { shutdownGraceMs } = config
      await app?.close()
      await schedule?.stop()
      await workers?.stop(shutdownGraceMs)
      await close(shutdownGraceMs)
    },
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

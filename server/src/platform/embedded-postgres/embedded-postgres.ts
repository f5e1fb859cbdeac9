import crypto from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { attach, detach, listAttachments } from './data-folder-attachments.ts'
import { choosePostgresAccount } from './embedded-postgres-account.ts'
import { preparePostgresBinaries } from './embedded-postgres-binaries.ts'
import {
  createDatabase,
  inspectDatabase,
  postgresFolders,
  prepareDataFolder,
  preparePostgresHome,
  prepareSocketFolder,
} from './embedded-postgres-folder.ts'
import {
  type LaunchOptions,
  type RunningServer,
  awaitAdoption,
  findRunningServer,
  launchServer,
  stopServer,
} from './embedded-postgres-server.ts'
import { withFileLock } from './file-lock.ts'
import { StartError } from '../start-error.ts'

/** Written into `postgresql.conf` of a new database: small when idle, with room to work. An operator may edit that file. */
const INITIAL_SETTINGS: Record<string, string> = {
  shared_buffers: '48MB',
  max_connections: '100',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  // Compiling plans costs more than it saves on our short statements.
  jit: 'off',
  // Reads in the calling process: no helper processes that only wait.
  io_method: 'sync',
  // Backups (pg_backup_start) need `replica`; there is no replication.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

const START_LOCK_MS = 120_000

export type EmbeddedPostgresOptions = {
  /** Imperium's data folder; PostgreSQL uses only `<dataDir>/postgres`. Created when missing. */
  dataDir: string
  log: (message: string) => void
  /** True for a whole Imperium (role `all`): refuses a folder that another whole Imperium uses. Others join it. */
  exclusive?: boolean
  /** Server settings above `postgresql.conf`, for this start only (tests: `{ fsync: 'off' }`). */
  settings?: Record<string, string>
}

export type EmbeddedPostgres = {
  /** For `pg`: `host` is the folder of the unix socket. The user is a superuser: for migrations and roles only. */
  connection: { host: string; port: number; user: 'postgres'; database: 'postgres' }
  /** Ends this process's use of the server; the last of its users stops it cleanly. May be called twice. */
  stop(): Promise<void>
  /** True when the server was already running (after a crash of ours, or started by another process of ours). */
  adopted: boolean
  /** Restarts the server when it ended unexpectedly; returns true when it had to. Safe to call at any time. */
  revive(): Promise<boolean>
  pid: number
  timings: { createMs: number; startMs: number }
}

/**
 * Starts the PostgreSQL of the data folder, creating the database when there is none, or joins the one that runs there.
 * @throws StartError with a plain sentence for every problem that an operator must fix.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  prepareDataFolder(dataDir)
  return await withFileLock(startLock(dataDir), START_LOCK_MS, async () => {
    if (options.exclusive) refuseSecondImperium(dataDir)
    const launch = prepareLaunch(dataDir, options)
    const timings = { createMs: 0, startMs: 0 }
    if (inspectDatabase(launch.folders, launch.binaries) === 'absent') {
      options.log(`Creating the database in ${launch.folders.database}`)
      timings.createMs = await measure(() => createDatabase(launch.folders, launch.binaries, launch.account, INITIAL_SETTINGS))
    }
    let running: RunningServer | undefined
    let adopted = true
    timings.startMs = await measure(async () => {
      running = await awaitAdoption(launch.folders.database)
      adopted = running !== undefined
      running ??= await launchServer(launch)
    })
    if (running === undefined) throw new StartError('PostgreSQL could not start.')
    const record = attach(dataDir, options.exclusive ?? false)
    return {
      connection: { host: running.socketFolder, port: running.port, user: 'postgres', database: 'postgres' },
      stop: once(() => leave(dataDir, record, options.log)),
      revive: () => revive(dataDir, launch),
      adopted,
      pid: running.pid,
      timings,
    }
  })
}

const startLock = (dataDir: string): string => path.join(dataDir, 'start.lock')

function refuseSecondImperium(dataDir: string): void {
  const other = listAttachments(dataDir).find((attachment) => attachment.exclusive)
  if (other === undefined) return
  throw new StartError(
    `The data folder ${dataDir} is in use by another Imperium (pid ${other.pid}). Stop it first, set DATA_DIR to another folder, or start this one with ROLE=api, worker or scheduler to work beside it.`,
  )
}

function prepareLaunch(dataDir: string, options: EmbeddedPostgresOptions): LaunchOptions {
  const account = choosePostgresAccount(postgresFolders(dataDir).database, options.log)
  const folders = preparePostgresHome(dataDir, account)
  const binaries = preparePostgresBinaries(dataDir, account, options.log)
  const hash = crypto.createHash('sha256').update(folders.database).digest('hex').slice(0, 12)
  const socketFolder = prepareSocketFolder(folders, account, os.tmpdir(), hash)
  return { folders, binaries, account, socketFolder, settings: options.settings ?? {}, log: options.log }
}

/** The same start at the same path, so that broken connections reconnect by themselves. */
async function revive(dataDir: string, launch: LaunchOptions): Promise<boolean> {
  if (findRunningServer(launch.folders.database) !== undefined) return false
  return await withFileLock(startLock(dataDir), START_LOCK_MS, async () => {
    if ((await awaitAdoption(launch.folders.database)) !== undefined) return false
    await launchServer(launch)
    return true
  })
}

/** Under the start lock, so that no process adopts a server that is shutting down. */
async function leave(dataDir: string, record: string, log: (message: string) => void): Promise<void> {
  await withFileLock(startLock(dataDir), START_LOCK_MS, async () => {
    if (detach(dataDir, record)) return
    const server = findRunningServer(postgresFolders(dataDir).database)
    if (server !== undefined) await stopServer(server.pid, log)
  })
}

async function measure(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return Math.round(performance.now() - startedAt)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => (result ??= work())
}

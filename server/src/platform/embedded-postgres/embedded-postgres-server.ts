import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresAccount } from './embedded-postgres-account.ts'
import type { PostgresBinaries } from './embedded-postgres-binaries.ts'
import { type PostgresFolders, damaged, explainSpawnFailure, postgresEnvironment } from './embedded-postgres-folder.ts'
import { isProcessAlive } from './process-identity.ts'
import { StartError } from '../start-error.ts'

const POLL_MS = 10
const SLOW_START_MS = 5_000
const ORPHANS_MS = 15_000
const FAST_STOP_MS = 60_000
const LARGEST_LOG_BYTES = 10 * 1024 * 1024

/** Only names the socket file; nothing listens on TCP. */
const SOCKET_PORT = 5432

/** A running server, as its own `postmaster.pid` describes it. */
export type RunningServer = { pid: number; socketFolder: string; port: number; isReady: boolean }

/** Input of a start. `settings` are `-c name=value` pairs that override `postgresql.conf`. */
export type LaunchOptions = {
  folders: PostgresFolders
  binaries: PostgresBinaries
  account: PostgresAccount | undefined
  socketFolder: string
  settings: Record<string, string>
  log: (message: string) => void
}

/** The running server of this database, whichever process started it; undefined when there is none. */
export function findRunningServer(database: string): RunningServer | undefined {
  const file = path.join(database, 'postmaster.pid')
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = (readIfThere(file) ?? '').split('\n')
  if (pid === '') return undefined
  const server = { pid: Number(pid), socketFolder, port: Number(port), isReady: status.trim() === 'ready' }
  return isServerOf(server.pid, database) ? server : undefined
}

/** A server that shuts down may delete the file between two reads. */
function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Waits until a server that another process started is ready; undefined when it ends instead (it was shutting down). */
export async function awaitAdoption(database: string): Promise<RunningServer | undefined> {
  for (;;) {
    const server = findRunningServer(database)
    if (server === undefined || server.isReady) return server
    await sleep(POLL_MS)
  }
}

/** Starts the server and waits until it takes connections, through crash recovery if there was a crash. Throws StartError. */
export async function launchServer(options: LaunchOptions): Promise<RunningServer> {
  removeStaleLocks(options.folders.database, options.socketFolder)
  limitLog(options.folders.log)
  const startedAt = performance.now()
  for (;;) {
    const logFrom = fs.statSync(options.folders.log, { throwIfNoEntry: false })?.size ?? 0
    const outcome = await launchOnce(options)
    if (typeof outcome !== 'string') return outcome
    const text = outcome === '' ? readLogFrom(options.folders.log, logFrom) : outcome
    // The children of a killed server need a moment to notice and release its shared memory.
    const isOrphaned = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(text)
    if (!isOrphaned || performance.now() - startedAt > ORPHANS_MS) throw explainFailure(options.folders, text)
    await sleep(250)
  }
}

/** Stops the server: sessions are ended, a checkpoint is written. After a minute it is killed (recovery follows at the next start). */
export async function stopServer(pid: number, log: (message: string) => void): Promise<void> {
  signal(pid, 'SIGINT')
  const startedAt = performance.now()
  let isCutOff = false
  while (isProcessAlive(pid)) {
    if (!isCutOff && performance.now() - startedAt > FAST_STOP_MS) {
      log('PostgreSQL did not stop in time and is cut off; it recovers at the next start')
      signal(pid, 'SIGQUIT')
      isCutOff = true
    }
    await sleep(POLL_MS)
  }
}

/**
 * Spawns the server once; returns it when ready, the reason when it could not be spawned, or '' when it ended (the reason is in its log).
 */
async function launchOnce(options: LaunchOptions): Promise<RunningServer | string> {
  const { folders, account, binaries } = options
  const file = path.join(binaries.folder, 'bin', 'postgres')
  const output = fs.openSync(folders.log, 'a', 0o600)
  if (account !== undefined) fs.fchownSync(output, account.uid, account.gid)
  const settings = {
    ...options.settings,
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
  }
  const child = spawn(file, ['-D', folders.database, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    // Detached: a Ctrl-C in our terminal must not reach it before our own work is finished.
    detached: true,
    cwd: folders.home,
    env: postgresEnvironment(),
    stdio: ['ignore', output, output],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  fs.closeSync(output)
  let ended: string | undefined
  child.once('error', (error) => (ended = explainSpawnFailure(file, error)))
  child.once('exit', () => (ended ??= ''))
  child.unref()
  return await awaitReadiness(options, () => ended)
}

async function awaitReadiness(options: LaunchOptions, ended: () => string | undefined): Promise<RunningServer | string> {
  const startedAt = performance.now()
  let isReported = false
  for (;;) {
    const reason = ended()
    if (reason !== undefined) return reason
    const server = findRunningServer(options.folders.database)
    if (server?.isReady) return server
    if (!isReported && performance.now() - startedAt > SLOW_START_MS) {
      options.log(`PostgreSQL is still starting (after a crash it first recovers); its log is ${options.folders.log}`)
      isReported = true
    }
    await sleep(POLL_MS)
  }
}

/**
 * A killed server leaves its `postmaster.pid` and the lock of its socket. While their pid belongs to another program or a zombie,
 * PostgreSQL refuses to start; so when no server of this database lives, both are removed.
 */
function removeStaleLocks(database: string, socketFolder: string): void {
  if (findRunningServer(database) !== undefined) return
  const socket = path.join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`)
  for (const file of [path.join(database, 'postmaster.pid'), socket, `${socket}.lock`]) fs.rmSync(file, { force: true })
}

/** PostgreSQL works inside its database folder, which distinguishes its process from others. */
function isServerOf(pid: number, database: string): boolean {
  if (!isProcessAlive(pid)) return false
  if (process.platform === 'linux') return workingFolder(pid) === fs.realpathSync(database)
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  return command.includes('postgres') && command.includes(database)
}

function workingFolder(pid: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Already ended, or not readable for us: in both cases not a server that we started.
    return undefined
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  if (isProcessAlive(pid)) process.kill(pid, name)
}

/** One file before this one is kept. */
function limitLog(file: string): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST_LOG_BYTES) fs.renameSync(file, `${file}.1`)
}

function readLogFrom(file: string, offset: number): string {
  return fs.readFileSync(file).subarray(offset).toString()
}

function explainFailure(folders: PostgresFolders, text: string): StartError {
  const reason = lastWords(text)
  if (/No space left on device/.test(text))
    return new StartError(`PostgreSQL could not start because the disk of ${folders.database} is full. Free some space and start again.`)
  if (/lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(text)) {
    return new StartError(
      `The data folder ${folders.database} is held by another PostgreSQL server. End it, or set DATA_DIR to another folder. It said: ${reason}`,
    )
  }
  const isDamage =
    /could not (locate a valid|read|open).*(checkpoint|pg_control|pg_wal|global|base|pg_filenode)|invalid (checkpoint|primary|magic)|PANIC|incorrect checksum|files are incompatible with server|is not a valid data directory|invalid page/i.test(
      text,
    )
  if (isDamage) return damaged(folders.database, `PostgreSQL said "${reason}" (log: ${folders.log})`)
  return new StartError(`PostgreSQL could not start. It said: ${reason} (log: ${folders.log})`)
}

/** The lines that name the failure, without their time stamps; the last line when none does. */
function lastWords(text: string): string {
  const lines = text.trim().split('\n')
  const decisive = lines.filter((line) => /\b(FATAL|PANIC|DETAIL|HINT):/.test(line)).slice(-3)
  return (
    (decisive.length > 0 ? decisive : lines.slice(-1))
      .map((line) => line.replace(/^.*?\b(?=(FATAL|PANIC|DETAIL|HINT):)/, '').trim())
      .join(' ') || 'nothing'
  )
}

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type PostgresAccount, firstClosedFolder } from './embedded-postgres-account.ts'
import type { PostgresBinaries } from './embedded-postgres-binaries.ts'
import { makeFolders } from '../make-folders.ts'
import { StartError, systemErrorCode } from '../start-error.ts'

const LEAST_FREE_BYTES = 200 * 1024 * 1024
/** A unix socket's path may have 107 bytes; PostgreSQL adds `/.s.PGSQL.5432.lock`. */
const LONGEST_SOCKET_FOLDER_BYTES = 107 - '/.s.PGSQL.5432.lock'.length

/** PostgreSQL's paths inside a data folder. */
export type PostgresFolders = { home: string; database: string; log: string }

export function postgresFolders(dataDir: string): PostgresFolders {
  const home = path.join(dataDir, 'postgres')
  return { home, database: path.join(home, 'data'), log: path.join(home, 'postgres.log') }
}

/** Creates the data folder, or throws why it cannot be used. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolders(dataDir, 0o711)
    if (!fs.statSync(dataDir).isDirectory())
      throw new StartError(`DATA_DIR must be a folder, but ${dataDir} is a file. Set it to another path.`)
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${systemErrorCode(cause)}). Give this account the right to write there, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  const disk = fs.statfsSync(dataDir)
  const freeBytes = disk.bavail * disk.bsize
  if (freeBytes >= LEAST_FREE_BYTES) return
  throw new StartError(
    `Only ${Math.floor(freeBytes / 1024 / 1024)} MB are free on the disk of the data folder ${dataDir}; Imperium needs at least ${LEAST_FREE_BYTES / 1024 / 1024} MB to start. Free some space, or set DATA_DIR to another disk.`,
  )
}

/** Creates PostgreSQL's part of the data folder and makes its account the owner. */
export function preparePostgresHome(dataDir: string, account: PostgresAccount | undefined): PostgresFolders {
  const folders = postgresFolders(dataDir)
  if (account !== undefined) openDataFolder(dataDir, account)
  fs.mkdirSync(folders.home, { recursive: true, mode: 0o700 })
  if (account !== undefined) fs.chownSync(folders.home, account.uid, account.gid)
  return folders
}

/** The account must pass through the data folder to its own part, but need not list it: 0711. Folders above it are not ours to open. */
function openDataFolder(dataDir: string, account: PostgresAccount): void {
  const closed = firstClosedFolder(dataDir, account)
  if (closed === undefined) return
  if (closed === path.resolve(dataDir)) return fs.chmodSync(dataDir, fs.statSync(dataDir).mode | 0o111)
  throw new StartError(
    `Started as root, PostgreSQL runs as the account "${account.name}", which cannot enter ${closed} and so not reach the data folder ${dataDir}. Set DATA_DIR to a folder outside of it (for example /var/lib/imperium), start as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Rejects a database that these binaries cannot open; returns whether there is one at all. */
export function inspectDatabase(folders: PostgresFolders, binaries: PostgresBinaries): 'absent' | 'present' {
  const { database } = folders
  if (!fs.existsSync(database) || fs.readdirSync(database).length === 0) return 'absent'
  const versionFile = path.join(database, 'PG_VERSION')
  const version = fs.existsSync(versionFile) ? fs.readFileSync(versionFile, 'utf8').trim() : ''
  const missing = [
    ['PG_VERSION', /^\d+$/.test(version)] as const,
    ...['global/pg_control', 'base', 'pg_wal'].map((name) => [name, fs.existsSync(path.join(database, name))] as const),
  ]
    .filter(([, isThere]) => !isThere)
    .map(([name]) => name)
  if (missing.length > 0) throw damaged(database, `${missing.join(', ')} missing or unreadable`)
  const major = Number(version)
  if (major === binaries.major) return 'present'
  throw new StartError(
    major > binaries.major
      ? `The data folder ${database} was made by PostgreSQL ${major}, newer than the PostgreSQL ${binaries.major} of this Imperium. Start the newer Imperium again, or set DATA_DIR to another folder.`
      : `The data folder ${database} was made by PostgreSQL ${major}; this Imperium brings PostgreSQL ${binaries.major}. Back it up with the Imperium that made it and restore that backup here (docs/operations.md, "Upgrade").`,
  )
}

/** The error for an unusable database; `detail` is what was found. */
export function damaged(database: string, detail: string): StartError {
  return new StartError(
    `The data folder ${database} is damaged: ${detail}. Restore a backup (npm run admin -- restore), or move the folder away to begin with an empty one.`,
  )
}

/**
 * Folder of the unix socket: inside the data folder, which other accounts cannot enter, or, when that path is too long for a socket,
 * in a private folder of the system's temporary one.
 */
export function prepareSocketFolder(
  folders: PostgresFolders,
  account: PostgresAccount | undefined,
  shortRoot: string,
  hash: string,
): string {
  const inside = path.join(folders.home, 'run')
  const folder = Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER_BYTES ? inside : path.join(shortRoot, `imperium-${hash}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account !== undefined && fs.lstatSync(folder).uid === 0) fs.chownSync(folder, account.uid, account.gid)
  const found = fs.lstatSync(folder)
  const owner = account?.uid ?? process.getuid?.()
  // In a shared temporary folder another user may have created this folder to impersonate our database.
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return folder
  throw new StartError(
    `The folder ${folder}, needed for the database's socket, belongs to someone else or is open to others. Remove it and start again.`,
  )
}

/** Creates an empty database in a temporary folder and renames it, so that an interrupted one never looks complete. */
export async function createDatabase(
  folders: PostgresFolders,
  binaries: PostgresBinaries,
  account: PostgresAccount | undefined,
  settings: Record<string, string>,
): Promise<void> {
  for (const name of fs.readdirSync(folders.home))
    if (name.startsWith('creating-')) fs.rmSync(path.join(folders.home, name), { recursive: true, force: true })
  const unfinished = path.join(folders.home, `creating-${process.pid}`)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const sets = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`)
  const args = ['-D', unfinished, '-U', 'postgres', '--auth=trust', '--data-checksums', '--no-instructions', ...locale, ...sets]
  const output = await run(path.join(binaries.folder, 'bin', 'initdb'), args, folders.home, account)
  if (output !== undefined) throw new StartError(`PostgreSQL could not create its database in ${folders.database}: ${output}`)
  fs.renameSync(unfinished, folders.database)
}

/** Environment of PostgreSQL's programs: nothing of ours, and none of the PG* variables that would change their paths. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' }
}

/** Runs a program to its end; returns undefined on success, else the end of its output. */
function run(file: string, args: string[], cwd: string, account: PostgresAccount | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: postgresEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('error', (error) => resolve(explainSpawnFailure(file, error)))
    child.on('close', (code) => resolve(code === 0 ? undefined : text.trim().split('\n').slice(-4).join(' ')))
  })
}

/** A program that exists and is still "not found" was built for another C library. */
export function explainSpawnFailure(file: string, error: Error): string {
  const isThere = systemErrorCode(error) === 'ENOENT' && fs.existsSync(file)
  return isThere ? `${file} does not run on this system (it needs the GNU C library). Set DATABASE_URL instead.` : error.message
}

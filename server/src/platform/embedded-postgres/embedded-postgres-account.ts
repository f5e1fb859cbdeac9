import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/** The unprivileged account PostgreSQL runs under when we are root, which it refuses to be. */
export type PostgresAccount = { name: string; uid: number; gid: number }

const OWN_ACCOUNT = 'imperium'

/**
 * The account for a data folder, or undefined when we are not root and PostgreSQL simply runs as ourselves.
 * The owner of an existing database stays its owner; else `imperium` or `postgres`, else `imperium` is created.
 */
export function choosePostgresAccount(databaseDir: string, log: (message: string) => void): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = fs.statSync(databaseDir, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0)
    return findAccount((account) => account.uid === owner.uid) ?? { name: String(owner.uid), uid: owner.uid, gid: owner.gid }
  const present = findByName(OWN_ACCOUNT) ?? findByName('postgres') ?? createAccount(log) ?? findByName('nobody')
  if (present !== undefined) return present
  throw new StartError(
    'PostgreSQL refuses to run as root and no other account could be found or created. Create one (useradd --system imperium), start as an ordinary user, or set DATABASE_URL.',
  )
}

/** The account that a new database would get, without creating one: enough to check access to a folder. */
export function unprivilegedAccount(): PostgresAccount | undefined {
  return findByName(OWN_ACCOUNT) ?? findByName('postgres') ?? findByName('nobody')
}

/** True when the account may enter every folder on the way to `target` (and `target` itself, when it exists and is a folder). */
export function canReach(target: string, account: PostgresAccount): boolean {
  return firstClosedFolder(target, account) === undefined
}

/** The first folder on the way to `target` that the account may not enter. */
export function firstClosedFolder(target: string, account: PostgresAccount): string | undefined {
  const parents: string[] = []
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    parents.unshift(folder)
    if (folder === path.dirname(folder)) break
  }
  return parents.find((folder) => {
    const found = fs.statSync(folder, { throwIfNoEntry: false })
    if (found === undefined || !found.isDirectory()) return false
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
    return (found.mode & bit) === 0
  })
}

function createAccount(log: (message: string) => void): PostgresAccount | undefined {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_ACCOUNT], {
    encoding: 'utf8',
  })
  // BusyBox systems (no useradd) have adduser with other flags.
  if (made.error !== undefined) spawnSync('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', OWN_ACCOUNT])
  const account = findByName(OWN_ACCOUNT)
  if (account !== undefined) log(`Created the system account "${OWN_ACCOUNT}", because PostgreSQL refuses to run as root`)
  return account
}

const findByName = (name: string): PostgresAccount | undefined => findAccount((account) => account.name === name)

function findAccount(matches: (account: PostgresAccount) => boolean): PostgresAccount | undefined {
  return fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid = '', gid = '']) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .find((account) => account.name !== '' && account.uid > 0 && matches(account))
}

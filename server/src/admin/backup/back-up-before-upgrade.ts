import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '../../platform/config/config.ts'
import { postgresFolders } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { currentRelease } from '../../platform/installation/release.ts'
import { StartError } from '../../platform/start-error.ts'
import { writeBackup } from './write-backup.ts'

const megabyte = 1024 * 1024
/** What stays free beside the copy: a migration writes, too. */
const leastLeftBytes = 200 * megabyte
/** So many copies of earlier upgrades stay. */
const kept = 2
const namePattern = /^before-[\w.-]+\.tar$/

/**
 * Copies the embedded database before this release changes it: there is no other way back. With DATABASE_URL it says what to run.
 * @throws StartError where the disk has no room for the copy.
 */
export async function backUpBeforeUpgrade(config: Config, owner: pg.Client, say: (line: string) => void): Promise<void> {
  if (config.databaseUrl)
    return say(
      'The database is of an older release and is migrated now, forward only. The way back is your backup of it: pg_dump before each upgrade (npm run admin -- backup says how).',
    )
  if (config.backupBeforeUpgrade === 'off') return say('The database is migrated without a backup (BACKUP_BEFORE_UPGRADE=off).')
  refuseWithoutRoom(config.dataDir)
  const folder = path.join(config.dataDir, 'before-upgrade')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().replaceAll(':', '').slice(0, 17)
  const file = path.join(folder, `before-${currentRelease().version}-${time}.tar`)
  if (!fs.existsSync(file)) await writeBackup(config, owner, file)
  say(`The database is of an older release. It was backed up to ${file} before it is migrated (npm run admin -- restore is the way back).`)
  dropOldest(folder)
}

function refuseWithoutRoom(dataDir: string): void {
  const disk = fs.statfsSync(dataDir)
  const [free, needed] = [disk.bavail * disk.bsize, databaseBytes(dataDir) + leastLeftBytes]
  if (free >= needed) return
  throw new StartError(
    `The database is of an older release and is backed up before it is migrated, which needs ${Math.ceil(needed / megabyte)} MB; ` +
      `${Math.floor(free / megabyte)} MB are free on the disk of ${dataDir}. Free some space; or back it up to another disk ` +
      '(npm run admin -- backup <file>.tar.gz) and start with BACKUP_BEFORE_UPGRADE=off.',
  )
}

/** Of all its files; one that PostgreSQL removes meanwhile counts as none. */
function databaseBytes(dataDir: string): number {
  const { database } = postgresFolders(dataDir)
  return fs
    .readdirSync(database, { recursive: true, encoding: 'utf8' })
    .reduce((sum, name) => sum + (fs.statSync(path.join(database, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}

function dropOldest(folder: string): void {
  const copies = fs
    .readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .map((name) => ({ name, at: fs.statSync(path.join(folder, name)).mtimeMs }))
    .toSorted((one, other) => other.at - one.at)
  for (const { name } of copies.slice(kept)) fs.rmSync(path.join(folder, name))
}

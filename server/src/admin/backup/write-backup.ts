import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../../platform/config/config.ts'
import { migratedNames } from '../../platform/db/migrate.ts'
import { postgresFolders } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { secretsFile } from '../../platform/crypto/secrets.ts'
import { noteBackup } from '../../platform/installation/last-backup.ts'
import { currentRelease } from '../../platform/installation/release.ts'
import type { Release } from '../../platform/installation/release.ts'
import { StartError } from '../../platform/start-error.ts'
import { addToTar } from './tar.ts'

export const manifestName = 'imperium-backup.json'
/** Inside the archive, as inside the data folder. */
export const databasePath = 'postgres/data'

/** What a backup says about itself. */
export interface Manifest {
  format: 1
  createdAt: string
  /** The Imperium that wrote it; older backups name none. */
  release?: Release
  /** Those that the database had. */
  migrations: string[]
  /** False where the encryption key comes from the environment and is not in the archive. */
  hasSecrets: boolean
}

/** Collects in a folder beside the target, and gives the archive its name when it is whole. @returns whether the keys are in it. */
export async function writeBackup(config: Config, owner: pg.Client, file: string): Promise<boolean> {
  const staging = fs.mkdtempSync(`${file}.making-`)
  try {
    const archive = path.join(staging, 'archive.tar')
    const hasSecrets = !config.encryptionKey && fs.existsSync(secretsFile(config.dataDir))
    const createdAt = new Date().toISOString()
    const manifest: Manifest = { format: 1, createdAt, release: currentRelease(), migrations: await migratedNames(owner), hasSecrets }
    fs.writeFileSync(path.join(staging, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
    await addToTar(archive, staging, [manifestName])
    if (hasSecrets) await addToTar(archive, path.dirname(secretsFile(config.dataDir)), [path.basename(secretsFile(config.dataDir))])
    await copyDatabase(owner, config.dataDir, staging, archive)
    const whole = file.endsWith('gz') ? await compress(archive) : archive
    fs.chmodSync(whole, 0o600)
    fs.renameSync(whole, file)
    noteBackup(config.dataDir, { at: createdAt, file })
    return hasSecrets
  } finally {
    fs.rmSync(staging, { recursive: true, force: true })
  }
}

async function compress(archive: string): Promise<string> {
  await pipeline(
    fs.createReadStream(archive),
    createGzip({ level: 6 }),
    fs.createWriteStream(`${archive}.gz`, { mode: 0o600, flush: true }),
  )
  return `${archive}.gz`
}

/**
 * PostgreSQL's low-level backup (manual, 25.3.3): the files as they are, while it works, then the label and the log from the start
 * of the copy to its end, from which the copy becomes consistent when it is first started.
 */
async function copyDatabase(owner: pg.Client, dataDir: string, staging: string, archive: string): Promise<void> {
  await owner.query("select pg_backup_start('imperium', true)")
  const leftOut = ['pg_wal/*', 'postmaster.pid', 'postmaster.opts', 'base/pgsql_tmp*'].map((each) => `${databasePath}/${each}`)
  await addToTar(archive, dataDir, [databasePath], leftOut)
  const { rows: stopped } = await owner.query<{ wal: string; labelfile: string }>(
    'select pg_walfile_name(lsn) as wal, labelfile from pg_backup_stop(false)',
  )
  const [, first = ''] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(stopped[0]?.labelfile ?? '') ?? []
  const last = stopped[0]?.wal ?? ''
  const label = path.join(databasePath, 'backup_label')
  fs.mkdirSync(path.join(staging, databasePath), { recursive: true })
  fs.writeFileSync(path.join(staging, label), stopped[0]?.labelfile ?? '', { mode: 0o600 })
  await addToTar(archive, staging, [label])
  await addToTar(archive, dataDir, logFiles(dataDir, first, last))
}

/** The files of the write-ahead log from `first` to `last`, which must all be there still. */
function logFiles(dataDir: string, first: string, last: string): string[] {
  const folder = path.join(postgresFolders(dataDir).database, 'pg_wal')
  const present = fs.readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  const expected = segmentNumber(last) - segmentNumber(first) + 1
  if (present.length === expected) return present.map((name) => `${databasePath}/pg_wal/${name}`)
  throw new StartError(
    'So much was written during the backup that PostgreSQL has already reused the log of its beginning. Try again when it is quieter, or stop Imperium first.',
  )
}

/** Segments of 16 MB, 256 of them in each of the log's files of 4 GB (the last 16 digits of the name; the first 8 are the timeline). */
const segmentNumber = (name: string): number => Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)

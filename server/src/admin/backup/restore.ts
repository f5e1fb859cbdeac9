import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { choosePostgresAccount } from '../../platform/embedded-postgres/embedded-postgres-account.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { postgresFolders, prepareDataFolder, preparePostgresHome } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { withFileLock } from '../../platform/embedded-postgres/file-lock.ts'
import { changeInstallationFile } from '../../platform/installation/installation-file.ts'
import { describeRelease } from '../../platform/installation/release.ts'
import { secretsFile } from '../../platform/crypto/secrets.ts'
import { StartError } from '../../platform/start-error.ts'
import pg from 'pg'
import { databasePath, manifestName } from './write-backup.ts'
import type { Manifest } from './write-backup.ts'
import type { Command } from '../command.ts'
import { unpackTar } from './tar.ts'

const lockMs = 10_000

export const restore: Command = {
  name: 'restore',
  usage: '<file> [--resume]',
  summary: [
    'Puts a backup into an empty data folder, starts its database once to see that it is whole, and says what is in it.',
    'Started, the copy sends nothing until "resume". --resume: it is the real one, such as the way back after a failed upgrade.',
  ].join('\n'),
  options: { resume: { type: 'boolean' } },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    if (config.databaseUrl)
      throw new StartError(
        'With DATABASE_URL restore with pg_restore, and put back ENCRYPTION_KEY or secrets.json. This command fills a data folder.',
      )
    const file = path.resolve(operands[0] ?? '')
    if (!fs.existsSync(file)) throw new StartError(`There is no file ${file}.`)
    prepareDataFolder(config.dataDir)
    const manifest = await withFileLock(path.join(config.dataDir, 'start.lock'), lockMs, () => unpackInto(config, file, print))
    const isResumed = flags['resume'] === true
    changeInstallationFile(config.dataDir, (stored) => ({ ...stored, restored: { createdAt: manifest.createdAt, isResumed } }))
    const found = await countContents(config, print)
    print(
      `Restored the backup of ${manifest.createdAt} into ${config.dataDir}: ${found.organizations} organizations, ${found.users} users.`,
    )
    if (!manifest.hasSecrets) print('Its encryption key is not in it: start Imperium with the same ENCRYPTION_KEY.')
    if (!isResumed)
      print('Started, it sends nothing until you say that it is the real one (npm run admin -- resume). What waits: npm run admin -- held')
    print(`Start Imperium with it: DATA_DIR=${config.dataDir} npm start`)
  },
}

async function unpackInto(config: Config, file: string, print: (line: string) => void): Promise<Manifest> {
  const { dataDir } = config
  const { database } = postgresFolders(dataDir)
  if (fs.existsSync(database))
    throw new StartError(`The data folder ${dataDir} holds a database already. Move it away, or name an empty folder: --data-dir=...`)
  const unpacked = fs.mkdtempSync(path.join(dataDir, 'restoring-'))
  try {
    await unpackTar(file, unpacked)
    const manifest = await readManifest(unpacked, file)
    putSecrets(config, path.join(unpacked, path.basename(secretsFile(dataDir))))
    const account = choosePostgresAccount(database, print)
    preparePostgresHome(dataDir, account)
    const copy = path.join(unpacked, databasePath)
    if (account) changeOwner(copy, account)
    fs.chmodSync(copy, 0o700)
    fs.renameSync(copy, database)
    return manifest
  } finally {
    fs.rmSync(unpacked, { recursive: true, force: true })
  }
}

async function readManifest(folder: string, file: string): Promise<Manifest> {
  const manifestFile = path.join(folder, manifestName)
  if (!fs.existsSync(manifestFile) || !fs.existsSync(path.join(folder, databasePath, 'PG_VERSION')))
    throw new StartError(`${file} is no backup of Imperium (npm run admin -- backup makes one).`)
  const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8')) as Manifest
  const known = await migrationNames()
  if (manifest.migrations.every((name) => known.includes(name))) return manifest
  const by = manifest.release ? `, ${describeRelease(manifest.release)}` : ''
  throw new StartError(`${file} was made by a newer Imperium${by}. Restore it with that version.`)
}

/** Keys that are there already are never replaced: they may be the only copy. */
function putSecrets(config: Config, restored: string): void {
  if (!fs.existsSync(restored)) return
  const file = secretsFile(config.dataDir)
  if (!fs.existsSync(file)) {
    fs.chmodSync(restored, 0o600)
    return fs.renameSync(restored, file)
  }
  if (fs.readFileSync(file).equals(fs.readFileSync(restored))) return
  throw new StartError(`${file} holds other keys than the backup. Move it away, or name an empty folder: --data-dir=...`)
}

function changeOwner(folder: string, account: { uid: number; gid: number }): void {
  for (const name of ['.', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    fs.lchownSync(path.join(folder, name), account.uid, account.gid)
}

/** The first start replays the log of the backup; a database that is not whole does not come up. */
async function countContents(config: Config, print: (line: string) => void): Promise<{ organizations: number; users: number }> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: print, exclusive: true })
  const owner = new pg.Client(server.connection)
  try {
    await owner.connect()
    const { rows } = await owner.query<{ organizations: number; users: number }>(
      'select (select count(*)::int from auth.organizations) as organizations, (select count(*)::int from auth.users) as users',
    )
    return rows[0] ?? { organizations: 0, users: 0 }
  } finally {
    await owner.end()
    await server.stop()
  }
}

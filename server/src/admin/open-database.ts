import fs from 'node:fs'
import pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { connectDatabase } from '../platform/db/database.ts'
import type { Database } from '../platform/db/database.ts'
import { migratedNames, migrationNames } from '../platform/db/migrate.ts'
import { ownerConnection } from '../platform/db/owner-connection.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { postgresFolders } from '../platform/embedded-postgres/embedded-postgres-folder.ts'
import { loadSecrets } from '../platform/crypto/secrets.ts'
import { StartError } from '../platform/start-error.ts'

export interface OpenedDatabase {
  /** As the database's owner. */
  connection: pg.PoolConfig
  /** One session of the owner. */
  owner: pg.Client
  close(): Promise<void>
}

/**
 * Opens the configured database: that of a running server, else an embedded one until `close`. `exclusive`: refuses beside a running
 * server and keeps one from starting. `anyRelease`: also data of another release, which is only copied. @throws StartError without a database, or with one of another release.
 */
export async function openDatabase(config: Config, options: { exclusive?: boolean; anyRelease?: boolean } = {}): Promise<OpenedDatabase> {
  if (!config.databaseUrl) refuseAbsent(config.dataDir)
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined, exclusive: options.exclusive ?? false })
  const connection = config.databaseUrl ? ownerConnection(config.databaseUrl) : (embedded?.connection ?? {})
  const owner = new pg.Client({ ...connection, application_name: 'imperium_admin' })
  const close = async () => {
    await owner.end()
    await embedded?.stop()
  }
  try {
    await owner.connect().catch((cause: unknown) => {
      throw new StartError(`The database does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    })
    if (!options.anyRelease) await refuseOtherRelease(owner)
    return { connection, owner, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** `openDatabase` with the narrow roles that the product itself works as. */
export async function withDatabase<T>(config: Config, work: (db: Database, opened: OpenedDatabase) => Promise<T>): Promise<T> {
  const opened = await openDatabase(config)
  const { encryptionKey } = loadSecrets(config)
  const db = connectDatabase({ connection: opened.connection, secret: encryptionKey, poolMax: 2, onError: () => undefined })
  try {
    await db.ping().catch(explainRefusal)
    return await work(db, opened)
  } finally {
    await db.close()
    await opened.close()
  }
}

function explainRefusal(cause: unknown): never {
  const wrongPassword = cause instanceof pg.DatabaseError && cause.code === '28P01'
  if (!wrongPassword) throw cause
  throw new StartError('The database was set up with another ENCRYPTION_KEY. Give this command the settings that Imperium starts with.', {
    cause,
  })
}

function refuseAbsent(dataDir: string): void {
  const { database } = postgresFolders(dataDir)
  if (fs.existsSync(database)) return
  throw new StartError(`There is no Imperium in ${dataDir}. Start it once (npm start), or name its folder: --data-dir=... or DATA_DIR.`)
}

async function refuseOtherRelease(owner: pg.Client): Promise<void> {
  const done = await migratedNames(owner)
  const known = await migrationNames()
  if (done.some((name) => !known.includes(name)))
    throw new StartError('The database was written by a newer Imperium. Use the command line of that version.')
  if (known.some((name) => !done.includes(name)))
    throw new StartError(
      'The database was not brought to this version yet. Back it up (npm run admin -- backup <file>.tar.gz), start Imperium once (npm start), then try again.',
    )
}

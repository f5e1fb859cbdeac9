import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { listAttachments } from '../platform/embedded-postgres/data-folder-attachments.ts'
import { databaseRoles, prepareRoles } from '../platform/db/roles.ts'
import { deleteOlderKeys, loadSecrets, rotateStoredKey } from '../platform/crypto/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { openDatabase } from './open-database.ts'

export const keysRotate: Command = {
  name: 'keys rotate',
  usage: '',
  summary: [
    'Makes a new encryption key in secrets.json and seals every stored secret anew. Stop Imperium first: it works with the key it started with.',
    'With ENCRYPTION_KEY in the environment: set the new key there and the old one in ENCRYPTION_KEY_PREVIOUS, then call this.',
  ].join('\n'),
  operands: 0,
  run: async ({ config, print }) => {
    if (config.encryptionKey && config.encryptionKeyPrevious.length === 0) throw keyIsGiven()
    if (!config.databaseUrl) refuseAttached(config.dataDir)
    const opened = await openDatabase(config, { exclusive: true })
    try {
      await refuseSessions(opened.owner)
      // The new key is kept before anything is sealed with it, and the old one stays: whenever this is cut off, all still opens.
      if (!config.encryptionKey) rotateStoredKey(config.dataDir)
      const { rewrapped, unreadable } = await sealAnew(config, opened.connection, opened.owner)
      print(`${rewrapped} stored secrets were sealed anew with the new key.`)
      for (const each of unreadable) print(`NOT READABLE with any key: ${each}`)
      if (!config.encryptionKey && unreadable.length === 0) deleteOlderKeys(config.dataDir)
      print(
        config.encryptionKey
          ? 'Start Imperium with the same settings. ENCRYPTION_KEY_PREVIOUS is no longer needed, except to read an older backup.'
          : 'Start Imperium again. secrets.json holds the new key and the one before it; older backups carry their own.',
      )
      return unreadable.length === 0 ? 0 : 1
    } finally {
      await opened.close()
    }
  },
}

const keyIsGiven = () =>
  new StartError(
    [
      'ENCRYPTION_KEY is given by the environment, so the new key must come from there too:',
      '  1. make one: openssl rand -base64 32',
      '  2. stop every Imperium process; set ENCRYPTION_KEY to it and ENCRYPTION_KEY_PREVIOUS to the old key',
      '  3. npm run admin -- keys rotate',
      '  4. start Imperium with both, and drop ENCRYPTION_KEY_PREVIOUS when you need no older backup any more',
    ].join('\n'),
  )

/** A running process would keep sealing with the old key and could no longer sign in to the database. */
function refuseAttached(dataDir: string): void {
  const pids = listAttachments(dataDir).map((each) => each.pid)
  if (pids.length) throw isRunning(` (pid ${pids.join(', ')})`)
}

async function refuseSessions(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ sessions: number }>(
    'select count(*)::int as sessions from pg_stat_activity where datname = current_database() and usename = any($1)',
    [databaseRoles],
  )
  if (rows[0]?.sessions !== 0) throw isRunning('')
}

const isRunning = (who: string) =>
  new StartError(`Imperium is running${who}. Stop all its processes first: the key is changed while nothing uses it.`)

async function sealAnew(config: Config, connection: pg.PoolConfig, owner: pg.Client) {
  const secrets = loadSecrets(config)
  // The passwords of the database's roles come from the key.
  await prepareRoles(owner, secrets.encryptionKey)
  // The only command that stands on the product's modules: the others start without loading them.
  const [{ createModules }, { createPlatform }, { createLog }, { rewrapAnchors }, { rewrapInstallationKey }] = await Promise.all([
    import('../app.ts'),
    import('../platform/create-platform.ts'),
    import('../platform/log.ts'),
    import('../platform/audit/audit-anchors.ts'),
    import('../platform/crypto/installation-key.ts'),
  ])
  const { platform, close } = await createPlatform({ config, secrets, connection, log: createLog('silent', 'json') })
  try {
    let rewrapped = 0
    const unreadable: string[] = []
    for (const module of createModules(platform)) {
      const result = await module.rewrapSecrets?.()
      rewrapped += result?.rewrapped ?? 0
      unreadable.push(...(result?.unreadable ?? []))
    }
    rewrapped += await platform.db.withSystem((tx) => rewrapAnchors(platform, tx))
    rewrapped += await platform.db.withSystem((tx) => rewrapInstallationKey(platform, tx))
    return { rewrapped, unreadable }
  } finally {
    await close(0)
  }
}

import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { postgresFolders } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { secretsFile } from '../../platform/crypto/secrets.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Command } from '../command.ts'
import { openDatabase } from '../open-database.ts'
import { writeBackup } from './write-backup.ts'

export const backup: Command = {
  name: 'backup',
  usage: '<file>.tar.gz',
  summary: [
    'Writes database and secrets of the data folder into one archive (.tar, or .tar.gz), also while Imperium runs. Keep it like a secret.',
    'With DATABASE_URL: use pg_dump, and keep the encryption key.',
  ].join('\n'),
  operands: 1,
  run: async ({ config, operands, print }) => {
    if (config.databaseUrl) throw pointToServerTools(config)
    const file = path.resolve(operands[0] ?? '')
    refuseTarget(config, file)
    const startedAt = performance.now()
    // Of any release: what a migration cannot take back is worth a backup most.
    const opened = await openDatabase(config, { anyRelease: true })
    let hasSecrets: boolean
    try {
      hasSecrets = await writeBackup(config, opened.owner, file)
    } finally {
      await opened.close()
    }
    const megabytes = (fs.statSync(file).size / 1024 / 1024).toFixed(1)
    print(`Backed up ${config.dataDir} to ${file} (${megabytes} MB, ${((performance.now() - startedAt) / 1000).toFixed(1)} s).`)
    print(
      hasSecrets
        ? 'It holds the encryption key too: keep it like a secret. Try it: npm run admin -- restore <file> --data-dir=<an empty folder>'
        : 'The encryption key is not in it: keep ENCRYPTION_KEY safe, or stored keys cannot be read again.',
    )
  },
}

const pointToServerTools = (config: Config) =>
  new StartError(
    [
      'With DATABASE_URL the database has its own tools:',
      '  pg_dump --format=custom --file=imperium.dump <URL of a role that reads all rows>      (back with: pg_restore --dbname="$DATABASE_URL" imperium.dump)',
      'docs/operations.md, "Backup, restore, upgrade", has the SQL of such a role.',
      config.encryptionKey
        ? 'Keep ENCRYPTION_KEY with it, or stored keys cannot be read again.'
        : `Keep ${secretsFile(config.dataDir)} with it, or stored keys cannot be read again.`,
    ].join('\n'),
  )

function refuseTarget(config: Config, file: string): void {
  if (fs.existsSync(file)) throw new StartError(`${file} exists already. Name a new file.`)
  if (!fs.existsSync(path.dirname(file))) throw new StartError(`The folder ${path.dirname(file)} does not exist.`)
  if (!path.relative(postgresFolders(config.dataDir).home, file).startsWith('..'))
    throw new StartError('The backup cannot lie inside the database that it copies. Name a file elsewhere.')
}

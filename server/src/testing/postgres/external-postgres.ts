import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { choosePostgresAccount } from '../../platform/embedded-postgres/embedded-postgres-account.ts'
import { preparePostgresBinaries } from '../../platform/embedded-postgres/embedded-postgres-binaries.ts'
import { postgresEnvironment } from '../../platform/embedded-postgres/embedded-postgres-folder.ts'
import { until } from '../test-runs.ts'

const silent = (): void => undefined
/** Password of the superuser, used only by tests. */
const adminPassword = 'administrator'

export interface ExternalPostgres {
  port: number
  /** As the administrator. */
  query(sql: string): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL that Imperium did not start: on a TCP port, every role with its password. `packageName` brings the binaries. */
export async function startExternalPostgres(packageName: string | undefined): Promise<ExternalPostgres> {
  const folder = fs.mkdtempSync('/var/tmp/imperium-external-')
  const database = path.join(folder, 'data')
  const account = choosePostgresAccount(database, silent)
  fs.chmodSync(folder, 0o711)
  const { folder: binaries } = preparePostgresBinaries(folder, account, silent, packageName)
  const passwordFile = path.join(folder, 'password')
  fs.writeFileSync(passwordFile, adminPassword)
  fs.mkdirSync(database, { mode: 0o700 })
  if (account) for (const each of [passwordFile, database]) fs.chownSync(each, account.uid, account.gid)
  const as = { cwd: database, env: postgresEnvironment(), ...(account && { uid: account.uid, gid: account.gid }) }
  const initdb = [
    '-D',
    database,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '-N',
  ]
  const made = spawnSync(path.join(binaries, 'bin/initdb'), initdb, { ...as, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'shared_buffers=32MB']
  const child = spawn(path.join(binaries, 'bin/postgres'), ['-D', database, ...settings.flatMap((each) => ['-c', each])], {
    ...as,
    stdio: 'ignore',
  })
  const endAtExit = () => child.kill('SIGQUIT')
  process.once('exit', endAtExit)
  const query = async (sql: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: adminPassword, database: 'postgres' })
    await client.connect()
    try {
      // One at a time: `create database` must not share a transaction.
      for (const statement of sql.split(/;\s*$/m).filter((each) => each.trim())) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const stop = async () => {
    process.off('exit', endAtExit)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGINT')) await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(
      async () =>
        query('select 1').then(
          () => true,
          () => child.exitCode !== null,
        ),
      30_000,
    )
    await query('select 1')
  } catch (error) {
    await stop()
    throw error
  }
  return { port, query, stop }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

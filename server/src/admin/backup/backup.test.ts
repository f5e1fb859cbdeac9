import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { loadConfig } from '../../platform/config/config.ts'
import { isOlder } from '../../platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { loadSecrets } from '../../platform/crypto/secrets.ts'
import { createKeyRing } from '../../platform/crypto/crypto.ts'
import { start } from '../../start.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { testPassword } from '../../testing/test-app.ts'
import { currentRelease } from '../../platform/installation/release.ts'
import { backUpBeforeUpgrade } from './back-up-before-upgrade.ts'
import { unpackTar } from './tar.ts'
import type { Manifest } from './write-backup.ts'

const folder = fs.mkdtempSync('/var/tmp/imperium-backup-test-')
// PostgreSQL runs as another account where we are root, and must pass through.
fs.chmodSync(folder, 0o711)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A whole Imperium on a data folder, answering over HTTP. */
async function startImperium(dataDir: string) {
  const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', SHUTDOWN_GRACE_MS: '1000', RATE_LIMIT_REGISTER: '1000' }, [])
  const secrets = loadSecrets(config)
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined, exclusive: true, settings: { fsync: 'off' } })
  const running = await start({ config, secrets, connection: embedded.connection, log: createLog('silent', 'json') })
  const call = async <T>(method: string, url: string, token?: string, body?: unknown): Promise<{ status: number; data: T }> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await fetch(`${running.address}${url}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const reply = (await response.json()) as { data: T }
    return { status: response.status, data: reply.data }
  }
  const stop = async () => {
    await running.stop()
    await embedded.stop()
  }
  return { call, stop, platform: running.platform }
}

const inFolder = (dataDir: string) => ({ DATA_DIR: dataDir })
const testKey = `test-${'0123456789abcdef'.repeat(3)}`

/** The one API key of the organization as it is stored, with the place it is bound to. */
async function readSealedKey({ db }: Platform): Promise<{ place: string; sealed: string }> {
  const { rows } = await db.withSystem((tx) =>
    sql<{ place: string; sealed: string }>`select 'ai_model_configs.api_key:' || id as place, api_key_sealed as sealed
      from app.ai_model_configs where api_key_sealed is not null`.execute(tx),
  )
  expect(rows).toHaveLength(1)
  return rows[0] ?? { place: '', sealed: '' }
}

test('a backup of a working Imperium is restored elsewhere: the same data, keys and audit chain; then the key is rotated', async () => {
  const original = path.join(folder, 'one')
  const copy = path.join(folder, 'two')
  const archive = path.join(folder, 'imperium.tar.gz')
  expect(await runAdmin(['organizations', 'list'], inFolder(original))).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no Imperium'),
  })

  const email = `ana-${newId().slice(-6)}@example.com`
  const first = await startImperium(original)
  let before = 0
  let written = 0
  try {
    const person = { email, password: testPassword, firstName: 'Ana', lastName: 'Kovač', organizationName: 'Acme' }
    const { data } = await first.call<{ token: string; organization: { id: string } }>('POST', '/api/auth/register', undefined, person)
    await runAdmin(['organizations', 'set', 'acme', '--plan', 'OVERLORD'], inFolder(original))
    const { data: providers } = await first.call<{ id: string; code: string }[]>('GET', '/api/ai-models/providers', data.token)
    const providerId = providers.find((each) => each.code === 'openai')?.id
    const model = { providerId, modelId: 'gpt-4', displayName: 'GPT-4', apiKey: testKey }
    expect((await first.call('POST', '/api/ai-models/configs', data.token, model)).status).toBe(201)
    // Writes go on while the files are copied.
    let isCopying = true
    const writing = (async () => {
      while (isCopying) {
        const { status } = await first.call('POST', '/api/agents', data.token, { name: `Agent ${written}`, type: 'SALES' })
        if (status === 201) written += 1
        // Below the session's rate limit.
        await sleep(20)
      }
    })()
    await vi.waitFor(() => expect(written).toBeGreaterThan(2), { timeout: 25_000 })
    before = written
    expect(await runAdmin(['backup', archive], inFolder(original))).toMatchObject({ code: 0, output: expect.stringContaining('Backed up') })
    isCopying = false
    await writing
    expect(written).toBeGreaterThan(before)
    expect(fs.statSync(archive).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder).filter((name) => name.includes('making'))).toEqual([])
    expect(await runAdmin(['backup', archive], inFolder(original))).toMatchObject({
      code: 1,
      output: expect.stringContaining('exists already'),
    })
    expect(await runAdmin(['restore', archive], inFolder(original))).toMatchObject({
      code: 1,
      output: expect.stringContaining('holds a database already'),
    })
    expect(await runAdmin(['keys', 'rotate'], inFolder(original))).toMatchObject({
      code: 1,
      output: expect.stringContaining('Imperium is running'),
    })
  } finally {
    await first.stop()
  }

  expect(await runAdmin(['restore', archive], inFolder(copy))).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 organizations, 1 users'),
  })
  expect(fs.readFileSync(path.join(copy, 'secrets.json'), 'utf8')).toBe(fs.readFileSync(path.join(original, 'secrets.json'), 'utf8'))
  expect(await runAdmin(['audit', 'verify'], inFolder(copy))).toMatchObject({ code: 0, output: expect.stringContaining('Whole') })

  const oldKey = loadSecrets(loadConfig({ DATA_DIR: copy }, [])).encryptionKey
  expect(await runAdmin(['keys', 'rotate'], inFolder(copy))).toMatchObject({
    code: 0,
    // A provider's key, and the installation's own.
    output: expect.stringContaining('2 stored secrets were sealed anew'),
  })
  const secrets = loadSecrets(loadConfig({ DATA_DIR: copy }, []))
  expect(secrets.encryptionKey).not.toBe(oldKey)
  expect(secrets.encryptionKeysPrevious).toEqual([oldKey])
  expect(fs.statSync(path.join(copy, 'secrets.json')).mode & 0o777).toBe(0o600)

  const second = await startImperium(copy)
  try {
    const { status, data } = await second.call<{ token: string; organization: { id: string } }>('POST', '/api/auth/login', undefined, {
      email,
      password: testPassword,
    })
    expect(status).toBe(200)
    const agents = await second.call<{ total: number }>('GET', '/api/agents/stats', data.token)
    expect(agents.data.total).toBeGreaterThanOrEqual(before)
    expect(agents.data.total).toBeLessThanOrEqual(written)
    expect((await second.call('POST', '/api/agents', data.token, { name: 'After', type: 'SALES' })).status).toBe(201)
    // The copy does nothing to the world until the operator says that it is the real one.
    expect(second.platform.hold.state()).toMatchObject({ reason: expect.stringContaining('restored from the backup') })
    await expect(second.platform.httpOut.fetch('http://example.com/')).rejects.toThrow('held')
    expect(await runAdmin(['resume'], inFolder(copy))).toMatchObject({ code: 0, output: expect.stringContaining('Resumed') })
    await vi.waitFor(() => expect(second.platform.hold.isOn()).toBe(false), { timeout: 25_000 })
    // The new key alone opens what was sealed with the old one.
    const { sealed, place } = await readSealedKey(second.platform)
    expect(createKeyRing({ current: secrets.encryptionKey }).decrypt(sealed, place)).toBe(testKey)
  } finally {
    await second.stop()
  }
}, 120_000)

test('rejects a file that is not a backup and leaves nothing behind', async () => {
  const dataDir = path.join(folder, 'three')
  const file = path.join(folder, 'junk.tar.gz')
  fs.writeFileSync(file, 'no archive at all')
  expect(await runAdmin(['restore', file], inFolder(dataDir))).toMatchObject({
    code: 1,
    output: expect.stringContaining('could not be unpacked'),
  })
  const cut = path.join(folder, 'cut.tar.gz')
  fs.writeFileSync(cut, fs.readFileSync(path.join(folder, 'imperium.tar.gz')).subarray(0, 500_000))
  expect(await runAdmin(['restore', cut], inFolder(dataDir))).toMatchObject({
    code: 1,
    output: expect.stringContaining('could not be unpacked'),
  })
  expect(await runAdmin(['restore', path.join(folder, 'absent')], inFolder(dataDir))).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no file'),
  })
  expect(fs.readdirSync(dataDir)).toEqual([])
}, 30_000)

async function readManifest(archive: string): Promise<Manifest> {
  const unpacked = fs.mkdtempSync(path.join(folder, 'unpacked-'))
  await unpackTar(archive, unpacked)
  return JSON.parse(fs.readFileSync(path.join(unpacked, 'imperium-backup.json'), 'utf8')) as Manifest
}

test('data of an older release is backed up by the command, and by the start before it is migrated; two copies stay', async () => {
  const dataDir = path.join(folder, 'one')
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, exclusive: false, settings: { fsync: 'off' } })
  const owner = new pg.Client(server.connection)
  try {
    await owner.connect()
    expect(await isOlder(owner)).toBe(false)
    const { rows } = await owner.query<{ name: string }>(
      'delete from public.kysely_migration where name = (select max(name) from public.kysely_migration) returning name',
    )
    expect(await isOlder(owner)).toBe(true)
    const refused = await runAdmin(['organizations', 'list'], inFolder(dataDir))
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Back it up') })
    const archive = path.join(folder, 'older.tar')
    expect(await runAdmin(['backup', archive], inFolder(dataDir))).toMatchObject({ code: 0 })
    const manifest = await readManifest(archive)
    expect(manifest.release).toEqual(currentRelease())
    expect(manifest.migrations).not.toContain(rows[0]?.name)

    const copies = path.join(dataDir, 'before-upgrade')
    fs.mkdirSync(copies)
    for (const [at, name] of ['before-0.0.1-a.tar', 'before-0.0.1-b.tar', 'mine.tar'].entries()) {
      fs.writeFileSync(path.join(copies, name), '')
      fs.utimesSync(path.join(copies, name), at + 1, at + 1)
    }
    const said: string[] = []
    const config = loadConfig({ DATA_DIR: dataDir }, [])
    await backUpBeforeUpgrade(config, owner, (line) => void said.push(line))
    expect(said).toEqual([expect.stringContaining(`backed up to ${copies}`)])
    const [, newest = ''] = fs.readdirSync(copies).sort()
    expect(fs.readdirSync(copies).sort()).toEqual(['before-0.0.1-b.tar', newest, 'mine.tar'])
    expect((await readManifest(path.join(copies, newest))).migrations).toEqual(manifest.migrations)
    await backUpBeforeUpgrade({ ...config, backupBeforeUpgrade: 'off' }, owner, (line) => void said.push(line))
    await backUpBeforeUpgrade({ ...config, databaseUrl: 'postgres://elsewhere' }, owner, (line) => void said.push(line))
    expect(said.slice(1)).toEqual([expect.stringContaining('BACKUP_BEFORE_UPGRADE=off'), expect.stringContaining('pg_dump')])
  } finally {
    await owner.end()
    await server.stop()
  }
}, 60_000)

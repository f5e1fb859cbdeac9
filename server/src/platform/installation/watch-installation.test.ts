import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createHold } from './hold.ts'
import { changeInstallationFile, installationFile, openInstallationFile } from './installation-file.ts'
import { readDatabaseId, takeLead } from './installation-store.ts'
import { watchInstallation } from './watch-installation.ts'

let t: TestApp
const root = fs.mkdtempSync('/var/tmp/imperium-copy-test-')
let folders = 0
const newFolder = () => path.join(root, String(++folders))
const databaseId = () => t.platform.db.withSystem(readDatabaseId)

beforeAll(async () => {
  t = await createTestApp()
})
beforeEach(() =>
  t.owner.query(
    `update app.installation_lead set installation_id = null, database_id = null, beats = 0, led_at = now(), held_since = null, data_until = null`,
  ),
)
afterAll(async () => {
  await t.close()
  fs.rmSync(root, { recursive: true, force: true })
})

/** Starts as a process on this data folder does, looks once, and says whether effects are held and why. */
async function startOn(dataDir: string, installationId?: string): Promise<string | null> {
  const hold = createHold()
  const watch = await watchInstallation({ db: t.platform.db, hold, log: t.platform.log, dataDir, installationId, joinMs: 60 })
  await watch.stop()
  return hold.state()?.reason ?? null
}
/** The leader's heartbeats, without a leader. */
const beat = (count: number) => t.owner.query('update app.installation_lead set beats = beats + $1, led_at = now()', [count])
const resumeFrom = async (dataDir: string) =>
  t.platform.db.withSystem(async (tx) => takeLead(tx, openInstallationFile(dataDir).id, await readDatabaseId(tx), true))

test('the first start takes the data, and further starts and a moved data folder are no copies', async () => {
  const folder = newFolder()
  expect(await startOn(folder)).toBeNull()
  await beat(100)
  expect(await startOn(folder)).toBeNull()
  const moved = newFolder()
  fs.renameSync(folder, moved)
  expect(await startOn(moved)).toBeNull()
})

test('data that another installation led starts held, for every process, until the operator resumes', async () => {
  const original = newFolder()
  await startOn(original)
  const copy = newFolder()
  expect(await startOn(copy)).toContain('Another installation')
  // One hold for the whole database: the folder that led before waits too.
  expect(await startOn(original)).toContain('Another installation')
  await resumeFrom(copy)
  expect(await startOn(copy)).toBeNull()
})

test('a database that was put back under the same data folder is held; a standby that lags by seconds is not', async () => {
  const folder = newFolder()
  await startOn(folder)
  await beat(1_000)
  expect(await startOn(folder)).toBeNull()
  await beat(-10)
  expect(await startOn(folder)).toBeNull()
  await beat(-100)
  expect(await startOn(folder)).toContain('put back')
  // The confirmation may come from a machine that never saw the later heartbeats.
  await resumeFrom(newFolder())
  const { rows } = await t.owner.query<{ id: string }>('select installation_id as id from app.installation_lead')
  changeInstallationFile(folder, (stored) => ({ ...stored, id: rows[0]?.id ?? '' }))
  expect(await startOn(folder)).toBeNull()
})

test('a dump that was read into another database is held although it has the same id', async () => {
  const folder = newFolder()
  await startOn(folder)
  await t.owner.query(`update app.installation_lead set database_id = '1:1'`)
  expect(await startOn(folder)).toContain('another database')
})

test('another machine joins an installation that is at work, and INSTALLATION_ID names one without a lasting folder', async () => {
  await startOn(newFolder())
  const leading = setInterval(() => void beat(1), 10)
  const second = newFolder()
  expect(await startOn(second)).toBeNull()
  clearInterval(leading)
  expect(await startOn(second)).toBeNull()
  await t.owner.query('update app.installation_lead set installation_id = null')
  expect(await startOn(newFolder(), 'acme-live')).toBeNull()
  expect(await startOn(newFolder(), 'acme-live')).toBeNull()
  expect(await startOn(newFolder(), 'acme-staging')).toContain('Another installation')
})

test('restore leaves word in the data folder, which holds data of any age, unless it said that it is the real one', async () => {
  const restored = (isResumed: boolean) => (stored: ReturnType<typeof openInstallationFile>) => ({
    ...stored,
    restored: { createdAt: '2026-11-29T05:00:00.000Z', isResumed },
  })
  const folder = newFolder()
  changeInstallationFile(folder, restored(false))
  expect(await startOn(folder)).toContain('backup of 2026-11-29')
  expect(openInstallationFile(folder).restored).toBeUndefined()
  changeInstallationFile(folder, restored(true))
  expect(await startOn(folder)).toBeNull()
  expect(openInstallationFile(folder)).toMatchObject({ beats: { [await databaseId()]: expect.any(Number) } })
  expect(await startOn(folder)).toBeNull()
})

test('a damaged file is set aside and gives the data a new id, which holds', async () => {
  const folder = newFolder()
  await startOn(folder)
  fs.writeFileSync(installationFile(folder), '{')
  expect(await startOn(folder)).toContain('Another installation')
  expect(fs.existsSync(`${installationFile(folder)}.damaged`)).toBe(true)
})

import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeMailing, beginStalledSend } from '../../testing/campaigns/campaign-server.ts'
import { startRecordingSink } from '../../testing/campaigns/recording-sink.ts'
import type { RecordingSink } from '../../testing/campaigns/recording-sink.ts'
import { isDeep } from '../../testing/deep.ts'
import { makeOwnServer, patienceMs } from '../../testing/own-server.ts'
import type { OwnServer } from '../../testing/own-server.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'

// Whole installations: a backup that is made while a campaign goes out, and a copy of it that is started beside the live one.

const people = 60
let sink: RecordingSink
let live: OwnServer
let copy: OwnServer

const queriesOf = (server: OwnServer) => ({
  query: <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    server.withDatabase(async (owner) => (await owner.query(text, values)).rows as T[]),
})
/** Of the campaign's people; the one who registered is mailed by the product. */
const copies = async () =>
  Object.entries((await sink.report()).recipients).flatMap(([address, each]) => (address.startsWith('person') ? [each.copies] : []))

describe.runIf(isDeep)('a restored copy', () => {
  beforeAll(async () => {
    sink = await startRecordingSink()
    // Half a minute for all: the backup must be over before.
    await sink.behave({ delayMs: 500 })
    const env = { SMTP_URL: `smtp://127.0.0.1:${sink.port}?starttls=never`, SHUTDOWN_GRACE_MS: '2000', CAMPAIGN_IN_FLIGHT: '1' }
    live = await makeOwnServer('live', env)
    copy = await makeOwnServer('copy', env)
  })
  afterAll(async () => {
    await copy.close()
    await live.close()
    sink.stop()
  })

  test('sends no email again until the operator says that it is the real one', { timeout: patienceMs }, async () => {
    await live.start()
    const person = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Kay', organizationName: 'Sending', password: testPassword }
    const { organization } = await live.call<{ organization: { id: string } }>('POST', '/api/auth/register', person)
    const campaignId = await arrangeMailing(queriesOf(live), organization.id, { contacts: people })
    await beginStalledSend(queriesOf(live), organization.id, campaignId)
    await until(async () => (await sink.count()) >= 3, patienceMs)
    const archive = path.join(live.dataDir, 'backup.tar.gz')
    expect(await runAdmin(['backup', archive], { DATA_DIR: live.dataDir })).toMatchObject({ code: 0 })
    await until(async () => (await copies()).length === people, patienceMs)
    expect(await runAdmin(['restore', archive], { DATA_DIR: copy.dataDir })).toMatchObject({ code: 0 })

    await copy.start()
    const waiting = await queriesOf(copy).query<{ count: number }>(
      "select count(*)::int as count from app.campaign_recipients where status in ('pending', 'sending')",
    )
    expect(waiting[0]?.count).toBeGreaterThan(0)
    await pause(10_000)
    expect(await copies()).toEqual(Array.from({ length: people }, () => 1))
    const { output } = await runAdmin(['held'], { DATA_DIR: copy.dataDir })
    expect(output).toContain('Spring')

    await live.stop('SIGTERM')
    expect(await runAdmin(['resume'], { DATA_DIR: copy.dataDir })).toMatchObject({ code: 0 })
    // What the backup did not know goes out again: the list said so.
    await until(async () => (await copies()).filter((count) => count === 2).length >= (waiting[0]?.count ?? people), patienceMs)
  })
})

import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../testing/run-admin.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'
import type { ModuleFactory } from '../module.ts'
import { countDeaths, withoutDeaths } from './job-deaths.ts'

// A job that ended its process once is tried again; after the second time it is set aside, and the others go on.

let t: TestApp
let user: TestUser
let boss: PgBoss
const done: { no: number }[] = []
const queue = 'crates.carry'
const crates: ModuleFactory = () => ({
  name: 'crates',
  tables: [],
  operations: [],
  jobs: [{ name: queue, lane: 'bulk', run: async (data) => void done.push(data as { orgId: string; no: number }) }],
})

beforeAll(async () => {
  t = await createTestApp({ modules: [crates] })
  user = await t.register()
  boss = new PgBoss({ ...t.connection, schema: 'pgboss', migrate: false, supervise: false, schedule: false } as object)
  boss.on('error', () => undefined)
  await boss.start()
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await t.close()
})

/** A worker takes the next job and dies: it is not reported, until the queue finds it overdue. */
async function die(): Promise<void> {
  await countDeaths(boss, queue, await boss.fetch<object>(queue))
  await t.owner.query(`update pgboss.job set started_on = now() - interval '1 hour' where name = $1 and state = 'active'`, [queue])
  await t.owner.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null where name = $1', [queue])
  await boss.supervise(queue)
  const { rowCount } = await t.owner.query(`update pgboss.job set start_after = now() where name = $1 and state = 'retry'`, [queue])
  expect(rowCount).toBeGreaterThan(0)
}
const send = (no: number) => t.platform.db.withOrg(user.orgId, (tx) => t.platform.jobs.send(tx, queue, { orgId: user.orgId, no }))

const aside = async () => (await t.owner.query('select data, set_aside_at from app.rested_jobs where name = $1', [queue])).rows

test('is tried again after one end; after two it is set aside for the operator, and the others go on', { timeout: 60_000 }, async () => {
  await send(1)
  await die()
  await die()
  await send(2)
  // The first in the queue is the one that waits for its third attempt; this one then dies once.
  await t.owner.query(`update pgboss.job set start_after = now() + interval '1 hour' where name = $1 and state = 'retry'`, [queue])
  await die()
  await t.owner.query(`update pgboss.job set start_after = now() where name = $1`, [queue])
  await t.platform.jobs.work(crates(t.platform).jobs ?? [])
  await until(async () => done.length === 1 && (await aside()).length === 1, 10_000)
  expect(done).toEqual([{ orgId: user.orgId, no: 2 }])
  expect(await aside()).toMatchObject([{ data: { orgId: user.orgId, no: 1 }, set_aside_at: expect.any(Date) as Date }])
  await t.platform.wakeRested(user.orgId)
  expect(await aside()).toHaveLength(1)
  // Its managers are told, by the name that the operator can look for.
  const told = async () =>
    (await t.call<{ title: string; message: string }[]>('GET', '/api/notifications/all', { token: user.token })).body.data.find(
      ({ message }) => message.includes(queue),
    )
  await t.platform.jobs.work(t.modules.flatMap(({ jobs = [] }) => jobs.filter(({ name }) => name === 'notifications.tellJobAside')))
  expect((await until(told, 10_000)).title).toBe('Background work was stopped')
  // An email and a document that were set aside are told by the same job.
  const notice = t.modules.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'notifications.tellJobAside')
  const asides = [
    { orgId: user.orgId, jobId: 'mailbox:1', name: 'info@example.com', what: 'email' },
    { orgId: user.orgId, jobId: 'document:1', name: 'large.pdf', what: 'document' },
  ]
  for (const data of asides) await notice?.run(data, { id: data.jobId, signal: AbortSignal.timeout(10_000) })
  const { data: all } = (await t.call<{ title: string; message: string }[]>('GET', '/api/notifications/all', { token: user.token })).body
  expect(all).toContainEqual(
    expect.objectContaining({ title: 'An email was set aside', message: expect.stringContaining('info@example.com') as string }),
  )
  expect(all).toContainEqual(
    expect.objectContaining({ title: 'A document was set aside', message: expect.stringContaining('large.pdf') as string }),
  )

  const { host, port, user: role, database } = t.connection
  const DATABASE_URL = `postgres://${role}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
  const { output } = await admin('jobs', 'aside')
  expect(output).toContain(`${user.orgId}\t${queue}`)
  const [, id = ''] = new RegExp(`${queue}\t(\\S+)`).exec(output) ?? []
  expect(await admin('jobs', 'retry', id)).toMatchObject({ code: 0 })
  await until(async () => done.length === 2, 20_000)
  expect(done[1]).toEqual({ orgId: user.orgId, no: 1 })
  expect(await aside()).toEqual([])
})

test('what is done leaves the queue with its data', async () => {
  await send(5)
  await until(async () => done.some(({ no }) => no === 5), 20_000)
  const left = async () => (await t.owner.query('select from pgboss.job where name = $1', [queue])).rows.length
  await until(async () => (await left()) === 0)
  expect(await left()).toBe(0)
})

test('a job is told what was sent, not how often it died', () => {
  expect(withoutDeaths({ orgId: 'o', no: 4, processDeaths: 1 })).toEqual({ orgId: 'o', no: 4 })
})

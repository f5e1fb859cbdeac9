import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'
import { newId } from '../ids.ts'
import { queueEmail } from '../mail/queue-email.ts'
import { startOwnTicks } from '../jobs/schedule.ts'
import { holdTransport } from '../delivery/hold-transport.ts'

let t: TestApp
let ana: TestUser
const held = { since: new Date('2026-11-29T06:00:00Z'), reason: 'a test', dataUntil: new Date('2026-11-28T05:00:00Z') }

beforeAll(async () => {
  t = await createTestApp()
  ana = await t.register()
})
beforeEach(() => t.platform.hold.set(held))
afterAll(() => t.close())

const mailsTo = async (address: string) =>
  (await t.owner.query('select 1 from app.sandbox_mail where recipient = $1', [address])).rowCount ?? 0

// Before the workers start: one that looked just before the hold would take these rows.
test('reports, requests to imported people, triggers and plans that were due are listed for their organization', async () => {
  const bo = await t.register()
  const [reportId, connectionId, planId] = [newId(), newId(), newId()]
  const client = await t.owner.connect()
  try {
    // Without what these rows belong to: only their times matter here.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into app.reports (org_id, id, name, chart_type, metrics, group_by, period, schedule, next_at, created_by)
       values ($1, $2, 'Monday', 'bar', '{agent_runs}', 'time', '7d', '{}', now() - interval '1 day', 'Ana')`,
      [bo.orgId, reportId],
    )
    await client.query(
      `insert into app.consent_asks (org_id, contact_id, purpose, status, proof) select $1, uuidv7(), 'news', 'waiting', '{}' from generate_series(1, 2)`,
      [bo.orgId],
    )
    await client.query(
      `insert into app.integration_connections (org_id, id, connector, name, secrets, roles, status, created_by)
       values ($1, $2, 'woocommerce', 'Shop', '', '{}', 'connected', 'Ana')`,
      [bo.orgId, connectionId],
    )
    await client.query(
      `insert into app.integration_subscriptions (org_id, workflow_id, connection_id, trigger, epoch, due_at)
       values ($1, uuidv7(), $2, 'new_order', 1, now()), ($1, uuidv7(), $2, 'new_order', 1, now() + interval '1 hour')`,
      [bo.orgId, connectionId],
    )
    await client.query(
      `insert into app.diet_plans (org_id, id, sealed_patient, number_of_days, meals_per_day, starts_on, language, config_id, model_name, work, due_at,
         created_by_name, epoch) values ($1, $2, '', 1, 3, now(), 'en', uuidv7(), 'm', 'generate', now(), 'Ana', 0)`,
      [bo.orgId, planId],
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  const { body } = await t.call<{ items: object[] }>('GET', '/api/dashboard/held-work', { token: bo.token })
  for (const table of ['reports', 'consent_asks', 'integration_subscriptions', 'integration_connections', 'diet_plans'])
    await t.owner.query(`delete from app.${table} where org_id = $1`, [bo.orgId])
  expect(body.data.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'report', id: reportId, name: 'Monday', count: 1 }),
      expect.objectContaining({ kind: 'confirmation', id: null, count: 2 }),
      expect.objectContaining({ kind: 'diet_plan', id: planId, count: 1 }),
      expect.objectContaining({ kind: 'trigger', id: connectionId, name: 'Shop', count: 1 }),
    ]),
  )
})

test('a queued email waits while effects are held, is listed for a decision, and goes out once on resume', async () => {
  await t.startWorkers()
  const viewer = await t.addMember(ana.orgId, 'VIEWER')
  const email = { fromName: 'Imperium', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  await t.platform.db.withOrg(ana.orgId, (tx) => queueEmail(t.platform, tx, ana.orgId, 'held@example.com', email))
  const { body: profile } = await t.call<{ isHeld: boolean }>('GET', '/api/auth/profile', { token: viewer.token })
  expect(profile.data.isHeld).toBe(true)
  const { body } = await t.call('GET', '/api/dashboard/held-work', { token: viewer.token })
  expect(body.data).toMatchObject({
    since: held.since.toISOString(),
    dataUntil: held.dataUntil.toISOString(),
    items: [{ kind: 'email', count: 1 }],
  })
  const stranger = await t.register()
  const { body: other } = await t.call<{ items: { count: number }[] }>('GET', '/api/dashboard/held-work', { token: stranger.token })
  expect(other.data.items.map(({ count }) => count)).not.toContain(2)
  expect(await mailsTo('held@example.com')).toBe(0)
  t.platform.hold.set(null)
  await until(async () => (await mailsTo('held@example.com')) === 1)
  expect((await t.call('GET', '/api/dashboard/held-work', { token: viewer.token })).body.data).toBeNull()
})

test('an agent is not started while effects are held, and runs on resume', async () => {
  const { body: agent } = await t.call<{ id: string }>('POST', '/api/agents', {
    token: ana.token,
    body: { name: 'Held', type: 'SALES' },
  })
  const begun = await t.call<{ id: string; runId?: string }>('POST', `/api/agents/${agent.data.id}/execute`, {
    token: ana.token,
    body: { input: 'Hello' },
  })
  expect(begun.status).toBeLessThan(300)
  const states = async () =>
    (await t.owner.query<{ status: string; epoch: number }>('select status, epoch from app.runs where agent_id = $1', [agent.data.id])).rows
  expect(await states()).toEqual([{ status: 'queued', epoch: 0 }])
  const { body } = await t.call<{ items: object[] }>('GET', '/api/dashboard/held-work', { token: ana.token })
  expect(body.data.items).toContainEqual(expect.objectContaining({ kind: 'agent_run', id: agent.data.id, name: 'Held', count: 1 }))
  t.platform.hold.set(null)
  await until(async () => (await states())[0]?.status === 'succeeded' || (await states())[0]?.epoch === 1)
})

test('the seams refuse what a person asks for: calls, mails, messages of accounts', async () => {
  await expect(t.platform.httpOut.fetch('https://example.com/')).rejects.toMatchObject({ reason: 'held', maybeSent: false })
  await expect(
    t.platform.httpOut.post('https://example.com/', { headers: {}, body: '', timeoutMs: 1_000, maxBytes: 10 }),
  ).rejects.toMatchObject({ reason: 'held' })
  await expect(
    t.platform.mailFor(ana.orgId).send({ messageId: '<a@b>', to: 'x@example.com', subject: 's', text: 't' }),
  ).rejects.toMatchObject({ retryable: true })
  const sent: object[] = []
  const transport = holdTransport(t.platform.hold, {
    channel: 'sms',
    adapter: 'test',
    send: async (message) => {
      sent.push(message)
      return { kind: 'accepted', providerId: null, response: '', delivered: true }
    },
    close: async () => undefined,
  })
  const message = { identity: 'a', to: '+4912345678', content: { channel: 'sms', text: 'Hi' } } as const
  expect(await transport.send(message)).toMatchObject({ kind: 'put-off', throttled: false })
  expect(sent).toEqual([])
  t.platform.hold.set(null)
  expect(await transport.send(message)).toMatchObject({ kind: 'accepted' })
})

test('scheduled work waits, unless it changes nothing outside of the database', async () => {
  const ran: string[] = []
  const tick = (name: string) => ({ name, everyMs: 5, run: async () => void ran.push(name) })
  const ticks = startOwnTicks([tick('send'), { ...tick('fold'), whileHeld: true }], t.platform.hold, t.platform.log)
  await until(async () => ran.length > 3)
  expect(ran).not.toContain('send')
  t.platform.hold.set(null)
  await until(async () => ran.includes('send'))
  await ticks.stop()
})

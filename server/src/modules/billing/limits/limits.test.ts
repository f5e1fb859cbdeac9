import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlanChange } from '@imperium/contract/billing/billing.ts'
import { createContactFrom } from '../../contacts/index.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { runsOf } from '../../../testing/test-runs.ts'
import { announceLimitsOf } from './announce-limits.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
})
beforeEach(async () => void (owner = await t.register()))
afterAll(() => t.close())

const set = (limits: Record<string, number>) =>
  t.owner.query(
    `update auth.organizations set ${Object.entries(limits)
      .map(([name, value]) => `${name} = ${value}`)
      .join(', ')} where id = $1`,
    [owner.orgId],
  )
const post = (path: string, body: object) => t.call<{ id: string }>('POST', path, { token: owner.token, body })
const add = (name: string) => post('/api/contacts', { email: `${name}@example.com` })
const announced = async () => {
  await announceLimitsOf(t.platform, owner.orgId)
  const { rows } = await t.owner.query<{ said: string }>(
    "select payload ->> 'limit' || ' ' || (payload ->> 'level') as said from app.outbox where org_id = $1 and type = 'subscription.limit' order by id",
    [owner.orgId],
  )
  return rows.map(({ said }) => said)
}

test('contacts end at the limit for members, with the plan that lifts it, and never for those who write on their own', async () => {
  await set({ contacts_limit: 4 })
  for (const name of ['a', 'b', 'c']) expect((await add(name)).status).toBe(201)
  expect(await announced()).toEqual([])
  expect((await add('d')).status).toBe(201)
  expect(await announced()).toEqual(['maxContacts 100'])
  const refused = await add('e')
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'PLAN_LIMIT',
    'Your plan allows 4 contacts. The Free plan allows more.',
  ])
  const made = await t.platform.db.withOrg(owner.orgId, (tx) =>
    createContactFrom(t.platform, tx, { email: 'writer@example.com', source: 'reply' }),
  )
  expect(made.created).toBe(true)
  // Changed, and erased to make room.
  const list = await t.call<{ id: string }[]>('GET', '/api/contacts', { token: owner.token })
  const ids = list.body.data.map(({ id }) => id)
  expect((await t.call('PUT', `/api/contacts/${ids[0]}`, { token: owner.token, body: { firstName: 'Ada' } })).status).toBe(200)
  await t.owner.query('delete from app.contacts where org_id = $1 and id = any($2)', [owner.orgId, ids.slice(0, 2)])
  await t.owner.query('select app.fold_contact_counts()')
  expect((await add('g')).status).toBe(201)
  expect((await add('h')).status).toBe(409)
})

test('concurrent contacts never pass the limit together', async () => {
  await set({ contacts_limit: 5 })
  const statuses = await Promise.all(Array.from({ length: 12 }, (_, at) => add(`p${at}`).then(({ status }) => status)))
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 409)).toHaveLength(7)
})

test('agent runs and model tokens end with the month, each with the plan that lifts it', async () => {
  const runs = runsOf(t, owner)
  const agentId = await runs.agent()
  await set({ runs_limit: 2 })
  for (let at = 0; at < 2; at++) expect((await runs.run(agentId, 'Go')).status).toBe('completed')
  expect(await announced()).toEqual(['runsPerMonth 100'])
  const refused = await post(`/api/agents/${agentId}/execute`, { input: 'Go' })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    429,
    'PLAN_LIMIT',
    'The 2 agent runs of this month are used up. The Free plan allows more.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await set({ runs_limit: 25_000, tokens_limit: 1 })
  const failed = await runs.run(agentId, 'Go')
  expect(failed).toMatchObject({
    status: 'failed',
    error: { code: 'budget_exceeded', message: 'The 1 model tokens of this month are used up. The Free plan allows more.' },
  })
  expect(await announced()).toEqual(['runsPerMonth 100', 'tokensPerMonth 100'])
})

test('a retention longer than the plan allows is refused, and one chosen before stays', async () => {
  const keep = (retentionDays: number) => t.call('PUT', '/api/security/retention', { token: owner.token, body: { retentionDays } })
  const refused = await keep(180)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Your plan keeps activity for at most 90 days. The Conqueror plan keeps it longer.',
  ])
  await set({ retention_days_limit: 365 })
  expect((await keep(180)).status).toBe(200)
  await set({ retention_days_limit: 90 })
  expect((await keep(180)).status).toBe(200)
  expect((await keep(365)).status).toBe(409)
})

test('a full storage names the plan that has more', async () => {
  await set({ storage_limit_bytes: 10 })
  const refused = await post('/api/contacts/import', { fileName: 'list.csv', sizeBytes: 1_000 })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The storage of your plan is full. Delete files, or choose the Free plan, which has more.',
  ])
})

test('a downgrade lists contacts and retention above the smaller plan, and keeps them', async () => {
  const { orderId } = (
    await t.call<{ orderId: string }>('POST', '/api/payments/create-order', {
      token: owner.token,
      body: { planType: 'CONQUEROR', billingCycle: 'MONTHLY' },
    })
  ).body.data
  await post('/api/payments/sandbox/pay', { orderId, outcome: 'success' })
  await t.call('PUT', '/api/security/retention', { token: owner.token, body: { retentionDays: 180 } })
  await t.owner.query('insert into app.contact_counts (org_id, contacts) values ($1, 100001)', [owner.orgId])
  const { body } = await t.call<PlanChange>('GET', '/api/payments/subscription/preview?planType=FREE&billingCycle=MONTHLY', {
    token: owner.token,
  })
  expect(body.data.exceeds).toEqual([
    { limit: 'maxContacts', used: 100_001, allowed: 100_000 },
    { limit: 'retentionDays', used: 180, allowed: 90 },
  ])
})

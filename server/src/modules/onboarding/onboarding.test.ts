import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Onboarding } from '@imperium/contract/onboarding/onboarding.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
})
afterAll(() => t.close())

const read = async (user: TestUser) => (await t.call<Onboarding>('GET', '/api/onboarding', { token: user.token })).body.data
const save = (user: TestUser, body: object) => t.call<Onboarding>('PUT', '/api/onboarding', { token: user.token, body })
const doneOf = ({ steps }: Onboarding) => steps.filter(({ done }) => done).map(({ id }) => id)

test('asks for a goal once, puts its steps first, and keeps the answer for each member of each organization', async () => {
  const owner = await t.register()
  const member = await t.addMember(owner.orgId, 'MEMBER')
  expect(await read(owner)).toMatchObject({ goal: null, asked: false, dismissed: false })
  const chosen = await save(owner, { goal: 'workflow', dismissed: false })
  expect(chosen.body.data).toMatchObject({ goal: 'workflow', asked: true, dismissed: false })
  expect(chosen.body.data.steps.slice(0, 3).map(({ id }) => id)).toEqual(['publish-workflow', 'run-workflow', 'verify-email'])
  expect(await read(member)).toMatchObject({ goal: null, asked: false })

  expect((await save(owner, { goal: null, dismissed: false })).body.data).toMatchObject({ goal: null, asked: true })
  expect((await save(owner, { goal: null, dismissed: true })).body.data.dismissed).toBe(true)
  expect((await save(owner, { goal: null, dismissed: false })).body.data.dismissed).toBe(false)
  expect((await save(owner, { goal: 'money', dismissed: false })).status).toBe(422)
})

test('lists the steps that the role may do', async () => {
  const owner = await t.register()
  const stepsOf = async (user: TestUser) => (await read(user)).steps.map(({ id }) => id)
  expect(await stepsOf(owner)).toHaveLength(8)
  expect(await stepsOf(await t.addMember(owner.orgId, 'MEMBER'))).not.toContain('invite-member')
  expect(await stepsOf(await t.addMember(owner.orgId, 'VIEWER'))).toEqual(['verify-email'])
})

test('a step is done when the data shows it, for the member who did it', async () => {
  const owner = await t.register()
  const member = await t.addMember(owner.orgId, 'MEMBER')
  expect(doneOf(await read(owner))).not.toContain('create-agent')
  const post = <T>(path: string, body: object) => t.call<T>('POST', path, { token: owner.token, body })
  const agent = await post<{ id: string }>('/api/agents', { name: 'First', type: 'SALES' })
  expect(doneOf(await read(owner))).toContain('create-agent')
  expect(doneOf(await read(owner))).not.toContain('run-agent')
  expect((await post(`/api/agents/${agent.body.data.id}/execute`, { input: 'Hello' })).status).toBe(202)
  await until(async () => doneOf(await read(owner)).includes('run-agent'))
  await post('/api/team/invitations', { email: 'ada@example.com', role: 'MEMBER' })
  expect(doneOf(await read(owner))).toContain('invite-member')
  expect(doneOf(await read(member))).toContain('create-agent')
  expect(doneOf(await read(member))).not.toContain('run-agent')
})

test('demo data does no step, and what was made besides it does', async () => {
  const owner = await t.register()
  const create = (name: string) =>
    t.call<{ id: string }>('POST', '/api/agents', { token: owner.token, body: { name, type: 'SALES' } }).then(({ body }) => body.data.id)
  await t.owner.query("insert into app.demo_data (org_id, status, records) values ($1, 'ready', $2)", [
    owner.orgId,
    { agents: [await create('Demo')] },
  ])
  expect(doneOf(await read(owner))).not.toContain('create-agent')
  await create('Own')
  expect(doneOf(await read(owner))).toContain('create-agent')
})

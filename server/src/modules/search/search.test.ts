import type { SearchHit } from '@imperium/contract/search.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsReadDuring } from '../../testing/rows-read.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { findEverywhere } from './find-everywhere.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
  await t.owner.query("update auth.organizations set plan_type = 'OVERLORD', max_agents = 20000 where id = $1", [user.orgId])
  t.platform.auth.invalidate(user.userId)
})
afterAll(() => t.close())

const find = async (who: TestUser, q: string, limit = 12) => {
  const { status, body } = await t.call<SearchHit[]>('GET', `/api/search?q=${encodeURIComponent(q)}&limit=${limit}`, { token: who.token })
  expect(status).toBe(200)
  return body.data
}
const createAgent = async (who: TestUser, name: string) =>
  (await t.call<{ id: string }>('POST', '/api/agents', { token: who.token, body: { name, type: 'SALES' } })).body.data.id

test('ranks agents by how well the name matches, then their runs, and models and providers by theirs', async () => {
  for (const name of ['My writer', 'Writer of mails', 'Writer', 'Overwriter']) await createAgent(user, name)
  const titles = (await find(user, 'writer')).filter((hit) => hit.kind === 'agent').map((hit) => hit.title)
  expect(titles).toEqual(['Writer', 'Writer of mails', 'My writer', 'Overwriter'])
  const sandbox = await find(user, 'SANDBOX')
  expect(new Set(sandbox.map((hit) => hit.kind))).toEqual(new Set(['ai-model', 'ai-provider', 'article']))
  const [hit] = await find(user, 'Overwriter')
  await t.call('POST', `/api/agents/${hit?.id}/execute`, { token: user.token, body: { input: 'hello' } })
  const both = await find(user, 'overwriter')
  expect(both.map((each) => each.kind)).toEqual(['agent', 'run'])
  // A run is found by its own id, too.
  const run = both[1]
  expect((await find(user, run?.id ?? ''))[0]).toMatchObject({ kind: 'run', id: run?.id })
  expect(run?.link).toContain(run?.id)
})

test('treats percent and underscore as ordinary characters', async () => {
  await createAgent(user, '100% sure_thing')
  expect((await find(user, '%')).map((hit) => hit.title)).toEqual(['100% sure_thing'])
  expect((await find(user, 'sure_thing')).map((hit) => hit.title)).toEqual(['100% sure_thing'])
  expect(await find(user, 'sure%thing')).toEqual([])
  expect(await find(user, '10__ sure')).toEqual([])
  for (const q of ["'; drop table app.agents; --", '\\', '\\%', '(', '"']) await find(user, q)
})

test('finds what a viewer may read, and nothing of another organization', async () => {
  const stranger = await t.register()
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  await createAgent(stranger, 'Writer of strangers')
  expect((await find(stranger, 'writer')).map((hit) => hit.title)).toEqual(['Writer of strangers'])
  expect((await find(viewer, 'writer')).map((hit) => hit.title)).not.toContain('Writer of strangers')
  expect((await find(viewer, 'writer')).length).toBeGreaterThan(3)
})

test('finds messages for members who may read them, by subject, text and names', async () => {
  const owner = await t.register()
  const [member, other] = [await t.addMember(owner.orgId, 'MEMBER'), await t.addMember(owner.orgId, 'ADMIN')]
  const to = { kind: 'members', userIds: [member.userId] }
  const made = await t.call<{ id: string }>('POST', '/api/messages', {
    token: owner.token,
    body: { to, subject: 'Zeppelin plans', message: 'The gondola is ready.' },
  })
  const hit = { kind: 'message', id: made.body.data.id, title: 'Zeppelin plans', link: `messages?message=${made.body.data.id}&state=all` }
  for (const q of ['zeppelin', 'gondola']) expect(await find(member, q)).toMatchObject([hit])
  expect(await find(other, 'gondola')).toEqual([])
})

test('the text and the limit are checked', async () => {
  for (const query of ['', 'q=', `q=${'a'.repeat(201)}`, 'q=a&limit=51', 'q=a&x=1'])
    expect((await t.call('GET', `/api/search?${query}`, { token: user.token })).status).toBe(422)
  expect(await find(user, 'writer', 2)).toHaveLength(2)
})

test('reads 10,000 agents once for a search', async () => {
  await t.owner.query(
    `insert into app.agents select a.org_id, gen_random_uuid(), 'Clerk number ' || n, 'Works through the pile of day ' || n, a.type, a.category,
       a.status, a.is_public, a.version, a.model, a.system_prompt, a.temperature, a.max_tokens, a.capabilities, a.monthly_budget_micros, a.created_by
     from (select * from app.agents where org_id = $1 limit 1) a, generate_series(1, 10000) n`,
    [user.orgId],
  )
  await t.owner.query('analyze app.agents')
  expect((await find(user, 'number 7770'))[0]?.title).toBe('Clerk number 7770')
  const viewer = { userId: user.userId, contactsOnly: false, keyId: null }
  const read = await t.platform.db.withOrg(user.orgId, (tx) =>
    rowsReadDuring(tx, 'agents', () => findEverywhere(t.platform, tx, { may: () => true, viewer }, 'number 7771', 12)),
  )
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(12_000)
})

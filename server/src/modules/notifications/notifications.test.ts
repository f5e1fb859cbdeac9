import type { Notification } from '@imperium/contract/notifications.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { memberEvents } from '@imperium/contract/events/team.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

interface List {
  unread: number
  items: Notification[]
}

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
})
afterAll(() => t.close())

const list = async (user: TestUser, query = '') =>
  (await t.call<List>('GET', `/api/notifications${query}`, { token: user.token })).body.data
const failRun = (user: TestUser, agentId: string, more: { startedByUser?: string | null; runId?: string; message?: string } = {}) =>
  t.platform.db.withOrg(user.orgId, (tx) =>
    t.platform.events.emit(tx, runEvents.failed, {
      runId: newId(),
      agentId,
      agentName: 'Win-back writer',
      startedByUser: user.userId,
      code: 'timeout',
      message: 'The run took too long.',
      ...more,
    }),
  )
const until = (user: TestUser, titles: string[]) =>
  vi.waitFor(async () => expect((await list(user)).items.map((each) => each.title)).toEqual(titles), { timeout: 25_000 })

test('welcomes a new user with a next step', async () => {
  const user = await t.register()
  await until(user, ['Welcome to Imperium'])
  const { unread, items } = await list(user)
  expect(unread).toBe(1)
  expect(items[0]).toMatchObject({ type: 'info', category: 'system', read: false, actionUrl: 'agents?create=true' })
})

test('notifies the user who started a failed run; more failures of the agent within the hour become one', async () => {
  const user = await t.register()
  await until(user, ['Welcome to Imperium'])
  const [agentId, runId] = [newId(), newId()]
  await failRun(user, agentId, { runId })
  await until(user, ['Win-back writer failed', 'Welcome to Imperium'])
  expect((await list(user)).items[0]).toMatchObject({
    type: 'error',
    category: 'activity',
    message: 'The run took too long.',
    actionUrl: `agents?agent=${agentId}&run=${runId}`,
  })
  await t.call('POST', '/api/notifications/read-all', { token: user.token })
  expect((await list(user)).unread).toBe(0)
  // The same run reported again (a job may run twice) changes nothing; another one counts.
  await failRun(user, agentId, { runId })
  await failRun(user, agentId, { message: 'The newest reason.' })
  await until(user, ['Win-back writer failed 2 times', 'Welcome to Imperium'])
  const after = await list(user)
  expect([after.unread, after.items[0]?.message, after.items[0]?.read]).toEqual([1, 'The newest reason.', false])
  await Promise.all([failRun(user, agentId), failRun(user, agentId), failRun(user, agentId)])
  await until(user, ['Win-back writer failed 5 times', 'Welcome to Imperium'])
  // Another agent is another matter, and so is the same one an hour later.
  await failRun(user, newId())
  await until(user, ['Win-back writer failed', 'Win-back writer failed 5 times', 'Welcome to Imperium'])
  await t.owner.query("update app.notifications set created_at = now() - interval '61 minutes' where org_id = $1", [user.orgId])
  await failRun(user, agentId)
  await vi.waitFor(async () => expect((await list(user)).items).toHaveLength(4), { timeout: 25_000 })
})

test('notifies no user of a failed run that a program started', async () => {
  const user = await t.register()
  await until(user, ['Welcome to Imperium'])
  await failRun(user, newId(), { startedByUser: null })
  await failRun(user, newId())
  await until(user, ['Win-back writer failed', 'Welcome to Imperium'])
  expect((await list(user)).unread).toBe(2)
})

test('words a notification in the language that its reader has now; a row from before keeps its text', async () => {
  const user = await t.register()
  await until(user, ['Welcome to Imperium'])
  const agentId = newId()
  await failRun(user, agentId)
  await failRun(user, agentId)
  await until(user, ['Win-back writer failed 2 times', 'Welcome to Imperium'])
  await t.owner.query("update auth.users set language = 'de' where id = $1", [user.userId])
  t.platform.auth.invalidate(user.userId)
  await until(user, ['Win-back writer ist 2-mal fehlgeschlagen', 'Willkommen bei Imperium'])
  const stored = await t.owner.query<{ title: string }>('select title from app.notifications where user_id = $1 order by created_at', [
    user.userId,
  ])
  expect(stored.rows.map(({ title }) => title)).toEqual(['Welcome to Imperium', 'Win-back writer failed 2 times', 'Win-back writer failed'])
  const before = "update app.notifications set title = 'Bienvenue', wording = null where user_id = $1 and title = 'Welcome to Imperium'"
  await t.owner.query(before, [user.userId])
  await until(user, ['Win-back writer ist 2-mal fehlgeschlagen', 'Bienvenue'])
})

test('lets only its user read a notification: a colleague or a stranger gets 404 and changes nothing', async () => {
  const user = await t.register()
  await until(user, ['Welcome to Imperium'])
  const colleague = await t.addMember(user.orgId, 'ADMIN')
  const stranger = await t.register()
  const id = (await list(user)).items[0]?.id ?? ''
  for (const other of [colleague, stranger]) {
    expect((await t.call('POST', `/api/notifications/${id}/read`, { token: other.token })).status).toBe(404)
    await t.call('POST', '/api/notifications/read-all', { token: other.token })
  }
  expect((await list(user)).unread).toBe(1)
  expect((await list(colleague)).items).toEqual([])
  expect((await t.call('POST', `/api/notifications/${id}/read`, { token: user.token })).status).toBe(200)
  expect((await t.call('POST', `/api/notifications/${id}/read`, { token: user.token })).status).toBe(200)
  expect(await list(user)).toMatchObject({ unread: 0, items: [{ read: true }] })
  expect((await t.call('POST', `/api/notifications/${newId()}/read`, { token: user.token })).status).toBe(404)
})

test("notifies managers of other members' API keys and of new members, but not members or the actor", async () => {
  const owner = await t.register()
  const admin = await t.addMember(owner.orgId, 'ADMIN')
  const member = await t.addMember(owner.orgId, 'MEMBER')
  await until(owner, ['Welcome to Imperium'])
  const body = { name: 'Reporting', scopes: ['agents:read'] }
  expect((await t.call('POST', '/api/api-keys', { token: admin.token, body })).status).toBe(201)
  await until(owner, ['New API key: Reporting', 'Welcome to Imperium'])
  expect((await list(owner)).items[0]).toMatchObject({ category: 'security', actionUrl: 'settings/api-keys' })
  const payload = { userId: member.userId, name: 'Mia Member', role: 'MEMBER', invitedBy: owner.userId }
  await t.platform.db.withOrg(owner.orgId, (tx) => t.platform.events.emit(tx, memberEvents.joined, payload))
  await until(admin, ['Mia Member joined the organization'])
  expect((await list(member)).items).toEqual([])
})

test('reports a new role once; deactivation and reactivation are no new role', async () => {
  const owner = await t.register()
  const member = await t.addMember(owner.orgId, 'MEMBER')
  const change = (body: object) => t.call('PATCH', `/api/team/members/${member.userId}`, { token: owner.token, body })
  for (const body of [{ role: 'VIEWER' }, { status: 'INACTIVE' }, { status: 'ACTIVE' }]) expect((await change(body)).status).toBe(200)
  // Events are delivered in order: after the last one, all earlier ones are done.
  expect((await change({ role: 'ADMIN' })).status).toBe(200)
  await until(member, ['Your role is now Admin', 'Your role is now Viewer'])
})

test('a suspended organization may still be read and marked as read', async () => {
  const user = await t.register()
  await until(user, ['Welcome to Imperium'])
  await t.owner.query("update auth.organizations set status = 'SUSPENDED' where id = $1", [user.orgId])
  t.platform.auth.invalidate(user.userId)
  expect((await t.call('POST', '/api/notifications/read-all', { token: user.token })).status).toBe(200)
})

/** Reads the `unread` figures of an event stream until it ends or `enough` were seen. */
async function* unreadOf(response: Response): AsyncGenerator<number> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data) yield (JSON.parse(data) as { unread: number }).unread
    }
  }
}

test('the unread count is live, of the caller only, and ends with the session', async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const user = await t.register()
  await until(user, ['Welcome to Imperium'])
  const headers = { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' }
  const response = await fetch(`${address}/api/notifications/events`, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const counts = unreadOf(response)
  const next = async () => (await counts.next()).value
  expect(await next()).toBe(1)
  const stranger = await t.register()
  await until(stranger, ['Welcome to Imperium'])
  await failRun(user, newId())
  expect(await next()).toBe(2)
  await t.call('POST', '/api/notifications/read-all', { token: user.token })
  expect(await next()).toBe(0)
  await t.call('POST', '/api/auth/logout', { token: user.token })
  expect(await counts.next()).toEqual({ done: true, value: undefined })
  expect((await fetch(response.url, { headers })).status).toBe(401)
})

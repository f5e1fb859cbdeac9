import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '@imperium/contract/integrations.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { markFailing } from '../mark-failing.ts'
import { startStub } from '../testing/stub-service.ts'
import type { Reply, Stub } from '../testing/stub-service.ts'

let t: TestApp
let stub: Stub
let owner: TestUser
beforeAll(async () => {
  stub = await startStub()
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  t.platform.httpOut.fetch = stub.through(t.platform.httpOut.fetch)
  await t.startWorkers()
  owner = await t.register()
})
afterAll(async () => {
  await t.close()
  await stub.close()
})

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/integrations/connections${path}`, { token: owner.token, ...(body ? { body } : {}) })
const read = async (id: string) => (await call<Connection>('GET', `/${id}`)).body.data
const account = { body: { preferred_username: 'ada@acme.example' } }
const tokens = (n: number, more: object = {}): Reply => ({
  body: { access_token: `access-token-000${n}`, refresh_token: `refresh-token-000${n}`, ...more },
})
const titles = async () => {
  const shown = await t.call<{ items: { title: string }[] }>('GET', '/api/notifications', { token: owner.token })
  return shown.body.data.items.map(({ title }) => title)
}

async function signIn(name: string, ...replies: Reply[]): Promise<string> {
  const fields = { clientId: 'client', domain: 'acme' }
  const { id } = (await call<Connection>('POST', '', { connectorId: 'salesforce', name, auth: 0, fields })).body.data
  const begun = await call<{ location: string }>('POST', `/${id}/authorize`)
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  stub.respond(...replies)
  const state = new URL(begun.body.data.location).searchParams.get('state')
  const back = await t.call('GET', `/api/integrations/callback?state=${state}&code=abc`, { headers: { cookie } })
  expect(back.headers['location']).toContain(`connected=${id}`)
  return id
}

test('a token that the service refuses is renewed once, although its end is not known', async () => {
  const id = await signIn('Sales', tokens(1), account)
  const query = (soql: object) => call<{ output: unknown }>('POST', `/${id}/actions/get_record`, { input: soql })
  const input = { object: 'Lead', id: '00Q000000000001' }
  const ended = { status: 401, body: [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }] }
  stub.respond(ended, tokens(2), { body: { Id: input.id, echo: 'access-token-0001 access-token-0002' } })
  const answered = await query(input)
  expect(answered).toMatchObject({ status: 200, body: { data: { output: { Id: input.id, echo: '[redacted] [redacted]' } } } })
  const [refused, renewed, repeated] = stub.requests
  expect(refused?.headers['authorization']).toBe('Bearer access-token-0001')
  expect(renewed?.body).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-token-0001' })
  expect(repeated?.headers['authorization']).toBe('Bearer access-token-0002')
  expect((await read(id)).status).toBe('connected')
  // Refused again with the new one: it fails, is tested by itself within a minute or so, and its managers are told once.
  stub.respond(ended, tokens(3), ended)
  expect((await query(input)).status).toBe(409)
  expect(stub.requests).toHaveLength(3)
  expect((await read(id)).status).toBe('failing')
  await until(async () => (await titles()).includes('Sales does not work'))
  const { rows } = await t.owner.query<{ soon: boolean }>(
    `select test_due_at between now() and now() + interval '61 seconds' as soon from app.integration_connections where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ soon: true }])
  stub.respond(account)
  await t.owner.query('update app.integration_connections set test_due_at = now(), due_at = now() where id = $1', [id])
  await until(async () => (await read(id)).status === 'connected')
  expect((await titles()).filter((title) => title.startsWith('Sales'))).toEqual(['Sales does not work'])
})

test('at another place a person signs in anew, and nothing of a sign-in under way is shown', async () => {
  const id = await signIn('Moved', tokens(1), account)
  await call('POST', `/${id}/authorize`)
  stub.respond(account)
  const changed = await call<Connection>('PATCH', `/${id}`, { fields: { clientId: 'other', domain: 'acme' } })
  expect(changed).toMatchObject({ status: 200, body: { data: { status: 'connected', fields: { clientId: 'other', domain: 'acme' } } } })
  expect(Object.keys(changed.body.data.fields).toSorted()).toEqual(['clientId', 'domain'])
  const unknown = await call<never>('PATCH', `/${id}`, { fields: { clientId: 'other', domain: 'acme', accessToken: 'mine' } })
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ path: 'fields.accessToken' }] } })
  stub.respond(account)
  const moved = await call<Connection>('PATCH', `/${id}`, { fields: { clientId: 'other', domain: 'evil' } })
  expect(moved.body.data).toMatchObject({ status: 'waiting', fields: { domain: 'evil' } })
  expect(stub.requests).toEqual([])
  // Nothing tests it before its sign-in, and what was refused elsewhere says nothing of it.
  const { rows } = await t.owner.query('select test_due_at, due_at from app.integration_connections where id = $1', [id])
  expect(rows).toEqual([{ test_due_at: null, due_at: null }])
  await refuse(id)
  await call('POST', `/${id}/test`)
  expect((await read(id)).status).toBe('waiting')
})

const refuse = (id: string) =>
  t.platform.db.withOrg(owner.orgId, (tx) => markFailing(t.platform, tx, id, { text: 'The session is not known' }))

test('an outage that began soon after a notice is told once, when a day is over and it lasts', async () => {
  const id = await signIn('Lasting', tokens(1), account)
  const since = (failing: string, noticed: string) =>
    t.owner.query(
      `update app.integration_connections set status = 'failing', failing_since = now() - $2::interval, failure_noticed_at = now() - $3::interval
       where id = $1`,
      [id, failing, noticed],
    )
  const isNoticed = async () =>
    (
      await t.owner.query(`select from app.integration_connections where id = $1 and failure_noticed_at > now() - interval '1 minute'`, [
        id,
      ])
    ).rowCount === 1
  await since('1 hour', '2 hours')
  await refuse(id)
  expect(await isNoticed()).toBe(false)
  await since('24 hours', '25 hours')
  await refuse(id)
  expect(await isNoticed()).toBe(true)
  await refuse(id)
  await until(async () => (await titles()).includes('Lasting does not work'))
  expect((await titles()).filter((title) => title.startsWith('Lasting'))).toHaveLength(1)
  // It was told of this outage: a day later it is not told again.
  await since('30 hours', '29 hours')
  await refuse(id)
  expect(await isNoticed()).toBe(false)
})

test('a sign-in that is cancelled leaves a connection that works as it was', async () => {
  const id = await signIn('Cancelled', tokens(1), account)
  const begun = await call<{ location: string }>('POST', `/${id}/authorize`)
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const state = new URL(begun.body.data.location).searchParams.get('state')
  const back = await t.call('GET', `/api/integrations/callback?state=${state}&error=access_denied`, { headers: { cookie } })
  expect(back.headers['location']).toContain(`failed=${id}`)
  expect(await read(id)).toMatchObject({ status: 'connected', error: 'access_denied' })
  stub.respond(account)
  expect((await call('POST', `/${id}/test`)).status).toBe(200)
  expect(stub.requests[0]?.headers['authorization']).toBe('Bearer access-token-0001')
  expect(await read(id)).toMatchObject({ status: 'connected', error: null })
})

test('changed credentials of a sign-in whose token is refused are kept, and renew it', async () => {
  const id = await signIn('Rotated', tokens(1), account)
  const fields = { clientId: 'rotated', domain: 'acme' }
  stub.respond({ status: 503, body: {} })
  expect((await call('PATCH', `/${id}`, { fields })).status).toBe(422)
  const ended = { status: 401, body: [{ message: 'Session expired or invalid' }] }
  stub.respond(ended, ended, tokens(2), account)
  expect((await call<Connection>('PATCH', `/${id}`, { fields })).body.data).toMatchObject({ status: 'connected', fields })
  await until(async () => Promise.resolve(stub.requests.length === 4))
  expect(stub.requests[2]?.body).toMatchObject({ client_id: 'rotated', refresh_token: 'refresh-token-0001' })
  expect(stub.requests[3]?.headers['authorization']).toBe('Bearer access-token-0002')
  expect((await read(id)).status).toBe('connected')
})

test('changed credentials of a sign-in that is refused and cannot be renewed wait for a new one', async () => {
  const id = await signIn('Unrenewed', tokens(1, { refresh_token: undefined }), account)
  const fields = { clientId: 'rotated', domain: 'acme' }
  stub.respond({ status: 401, body: [{ message: 'Session expired or invalid' }] })
  expect((await call<Connection>('PATCH', `/${id}`, { fields })).body.data).toMatchObject({ status: 'waiting', fields })
  const { rows } = await t.owner.query('select test_due_at, expires_at from app.integration_connections where id = $1', [id])
  expect(rows).toEqual([{ test_due_at: null, expires_at: null }])
})

test('a sign-in that ends and cannot be renewed is told once, before it ends', async () => {
  const id = await signIn('Ending', tokens(1, { refresh_token: undefined, expires_in: 86_400 }), account)
  const due = async () =>
    (
      await t.owner.query<{ hours: number }>(
        'select round(extract(epoch from due_at - now()) / 3600)::int as hours from app.integration_connections where id = $1',
        [id],
      )
    ).rows[0]?.hours
  // A quarter of its time before the end.
  expect(await due()).toBe(18)
  await t.owner.query(
    `update app.integration_connections set due_at = now(), expires_at = now() + interval '5 hours', test_due_at = now() + interval '1 day'
     where id = $1`,
    [id],
  )
  await until(async () => (await titles()).includes('Ending needs a new sign-in'))
  await until(async () => (await due()) === 24)
  expect(stub.requests).toHaveLength(2)
  expect((await titles()).filter((title) => title.startsWith('Ending'))).toHaveLength(1)
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let user: TestUser
const clock = createFakeClock()
beforeAll(async () => {
  t = await createTestApp({ clock, log: 'error' })
  user = await t.register()
  await t.startWorkers()
})
afterAll(() => t.close())

const call = async <T = WorkflowDetail>(method: string, path: string, body?: unknown, as: TestUser = user): Promise<T> => {
  const response = await t.call<T>(method, `/api/workflows${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
  expect([200, 201, 202], JSON.stringify(response.body)).toContain(response.status)
  return response.body.data
}

/** Webhook -> set -> respond -> stop, published; with its secret. */
async function publish(path: string, trigger: object, as: TestUser = user): Promise<{ id: string; secret: string }> {
  const echo = { status: 201, headers: [{ name: 'x-echo', value: 'yes' }], body: { hello: '{{ steps.keep.name }}' } }
  const definition = {
    steps: [
      { id: 'start', type: 'trigger_webhook', name: 'Start', config: { path, ...trigger } },
      {
        id: 'keep',
        type: 'set',
        name: 'Keep',
        config: { values: [{ name: 'name', value: '{{ trigger.body.name | default: "nobody" }}' }] },
      },
      { id: 'answer', type: 'respond', name: 'Answer', config: echo },
    ],
    edges: [
      { from: 'start', to: 'keep' },
      { from: 'keep', to: 'answer' },
    ],
  }
  const { id } = await call('POST', '', { name: `Hook ${path}`, description: 'For tests', definition }, as)
  await call('POST', `/${id}/publish`, { revision: 1 }, as)
  const { secret } = await call<{ secret: string }>('POST', `/${id}/webhook-secret`, undefined, as)
  return { id, secret }
}

const post = (path: string, payload: string | Buffer = '{"name":"Ada"}', headers: Record<string, string> = {}, org = user.slug) =>
  t.app.inject({ method: 'POST', url: `/api/hooks/${org}/${path}`, headers: { 'content-type': 'application/json', ...headers }, payload })
const runsOf = async (id: string) =>
  (
    await t.owner.query<{ id: string; status: string; input: Record<string, unknown> }>(
      'select * from app.workflow_runs where workflow_id = $1 order by id',
      [id],
    )
  ).rows

test("returns the workflow's response or 202, and starts nothing for a repeated key", async () => {
  const answering = await publish('answering', { check: 'none', respond: 'workflow' })
  const response = await post('answering')
  expect([response.statusCode, response.json(), response.headers['x-echo']]).toEqual([201, { hello: 'Ada' }, 'yes'])
  const again = async () => post('answering', '{"name":"Bob"}', { 'idempotency-key': 'order-1' })
  expect((await again()).json()).toEqual({ hello: 'Bob' })
  expect((await again()).json()).toEqual({ hello: 'Bob' })
  expect(await runsOf(answering.id)).toHaveLength(2)
  expect((await post('answering', '{}', { 'idempotency-key': 'ä' })).statusCode).toBe(422)

  const atOnce = await publish('at-once', { check: 'none' })
  const both = await Promise.all([1, 2].map(() => post('at-once', '{}', { 'idempotency-key': 'same' })))
  expect(both.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  const ids = both.map((each) => each.json<{ data: { runId: string } }>().data.runId)
  expect(ids[0]).toBe(ids[1])
  expect((await runsOf(atOnce.id)).map(({ id }) => id)).toEqual([ids[0]])
})

test('returns the same 404 for unknown, paused, deleted, foreign and suspended workflows', async () => {
  const hook = await publish('there', { check: 'none' })
  const stranger = await t.register()
  const missing = async (path = 'there', org = user.slug) => {
    const { statusCode, body } = await post(path, '{}', {}, org)
    return [statusCode, body.replace(/"requestId":"[^"]+"/, '')]
  }
  expect((await missing())[0]).toBe(202)
  const unknown = await missing('nowhere')
  expect(unknown[0]).toBe(404)
  expect(await missing('there', stranger.slug)).toEqual(unknown)
  expect(await missing('there', 'no-such-organization')).toEqual(unknown)
  await call('POST', `/${hook.id}/toggle`)
  expect(await missing()).toEqual(unknown)
  await call('POST', `/${hook.id}/toggle`)
  expect((await missing())[0]).toBe(202)
  await call('DELETE', `/${hook.id}`)
  expect(await missing()).toEqual(unknown)
  // A process that caches the address receives changes of another process.
  const other = await t.openOther()
  const shared = await publish('shared', { check: 'none' })
  const there = async () => (await other.app.inject({ method: 'POST', url: `/api/hooks/${user.slug}/shared` })).statusCode
  expect(await there()).toBe(202)
  await call('POST', `/${shared.id}/toggle`)
  await expect.poll(there).toBe(404)
  await other.close()
})

test('requires the secret and stores it in no run', async () => {
  const { secret, id } = await publish('secret', { check: 'secret' })
  expect((await post('secret')).statusCode).toBe(401)
  expect((await post('secret', '{}', { 'x-webhook-secret': `${secret}x` })).json()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect((await post('secret', '{}', { 'x-webhook-secret': secret, cookie: 'a=b' })).statusCode).toBe(202)
  expect((await post('secret', '{}', { authorization: `Bearer ${secret}` })).statusCode).toBe(202)
  const runs = await runsOf(id)
  expect(runs).toHaveLength(2)
  expect(JSON.stringify(runs)).not.toContain(secret)
  expect(Object.keys(runs[0]?.input['headers'] ?? {})).not.toContain('cookie')
  const { secret: next } = await call<{ secret: string }>('POST', `/${id}/webhook-secret`)
  expect((await post('secret', '{}', { 'x-webhook-secret': secret })).statusCode).toBe(401)
  expect((await post('secret', '{}', { 'x-webhook-secret': next })).statusCode).toBe(202)
})

test('accepts a signature for its bytes and five minutes; GitHub signs the body only', async () => {
  const { secret } = await publish('signed', { check: 'signature' })
  const sign = (text: string, key = secret) => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`
  const now = Math.floor(clock.now().getTime() / 1_000)
  const signed = async (body: string, at: number, key = secret, sent = body) =>
    (await post('signed', sent, { 'x-timestamp': String(at), 'x-signature': sign(`${at}.${body}`, key) })).statusCode
  expect(await signed('{"name":"Ada"}', now)).toBe(202)
  expect(await signed('{"name":"Ada"}', now - 290)).toBe(202)
  for (const at of [now - 310, now + 310]) expect(await signed('{}', at)).toBe(401)
  expect(await signed('{}', now, 'whsec_other')).toBe(401)
  // One byte more is another message.
  expect(await signed('{}', now, secret, '{} ')).toBe(401)
  expect((await post('signed', '{}', { 'x-signature': sign(`${now}.{}`) })).statusCode).toBe(401)
  expect((await post('signed')).statusCode).toBe(401)
  expect((await post('signed', '{"zen":1}', { 'x-hub-signature-256': sign('{"zen":1}') })).statusCode).toBe(202)
  expect((await post('signed', '{"zen":2}', { 'x-hub-signature-256': sign('{"zen":1}') })).statusCode).toBe(401)
})

test('a body is read by its type; what cannot be kept is refused', async () => {
  const { id } = await publish('types', { check: 'none' })
  const input = async (type: string, payload: string | Buffer, query = '') => {
    const before = (await runsOf(id)).length
    const { statusCode } = await post(`types${query}`, payload, { 'content-type': type })
    expect(statusCode).toBe(202)
    return (await runsOf(id))[before]?.input
  }
  expect(await input('application/json', '{"a":[1,null]}', '?x=1&x=2&y=')).toMatchObject({
    method: 'POST',
    body: { a: [1, null] },
    query: { x: ['1', '2'], y: '' },
    headers: { 'content-type': 'application/json' },
  })
  expect((await input('application/x-www-form-urlencoded', 'a=1&a=2&b=x+y'))?.['body']).toEqual({ a: ['1', '2'], b: 'x y' })
  expect((await input('text/plain', 'Grüße'))?.['body']).toBe('Grüße')
  expect((await input('application/cloudevents+json', '{"id":"1"}'))?.['body']).toEqual({ id: '1' })
  expect((await input('application/octet-stream', Buffer.from([0, 255])))?.['body']).toBe('AP8=')
  expect((await input('application/json', ''))?.['body']).toBeNull()
  const refused = async (type: string, payload: string | Buffer) => (await post('types', payload, { 'content-type': type })).statusCode
  expect(await refused('application/json', '{"a":')).toBe(400)
  expect(await refused('application/json', '{"a":"\\u0000"}')).toBe(422)
  expect(await refused('text/plain', 'a\0b')).toBe(422)
  expect(await refused('application/json', '['.repeat(60) + ']'.repeat(60))).toBe(400)
  expect((await input('application/vnd.api+json', '{"data":{"x":1}}'))?.['body']).toEqual({ data: { x: 1 } })
  expect((await input('application/atom+xml; charset=utf-8', '<a/>'))?.['body']).toBe('<a/>')
  expect((await input('image/png', Buffer.from([0, 255])))?.['body']).toBe('AP8=')
  const disposition = 'Content-Disposition: form-data; name='
  const form = `--b\r\n${disposition}"payload"\r\n\r\n{"event":"play"}\r\n--b\r\n${disposition}"f"; filename="a.bin"\r\nContent-Type: image/gif\r\n\r\nAB\r\n--b--`
  expect((await input('multipart/form-data; boundary=b', form))?.['body']).toEqual({
    payload: '{"event":"play"}',
    f: { filename: 'a.bin', contentType: 'image/gif', size: 2, content: 'QUI=' },
  })
  expect((await input('multipart/form-data; boundary=b', `--b\n${disposition}"a"\n\n1\n--b--\n`))?.['body']).toEqual({ a: '1' })
  const old = Buffer.from(
    `--b\r\n${disposition}"who"\r\n\r\n\x8eR\x93c\r\n--b\r\n${disposition}"_charset_"\r\n\r\nShift_JIS\r\n--b\r\n${disposition}"f"; filename="\x8eR.bin"\r\n\r\n\x00\xff\r\n--b--`,
    'latin1',
  )
  expect((await input('multipart/form-data; boundary=b', old))?.['body']).toMatchObject({
    who: '山田',
    f: { filename: '山.bin', size: 2, content: 'AP8=' },
  })
  const unclear = Buffer.from(`--b\r\n${disposition}"who"\r\n\r\n\x8eR\x93c\r\n--b--`, 'latin1')
  expect(await refused('multipart/form-data; boundary=b', unclear)).toBe(400)
  const markup = Buffer.from('<?xml version="1.0" encoding="windows-1250"?><a>Dvo\xf8\xe1k</a>', 'latin1')
  expect((await input('application/xml', markup))?.['body']).toContain('<a>Dvořák</a>')
  expect(await refused('multipart/form-data; boundary=b', 'nothing of a form')).toBe(400)
  expect(await refused('multipart/form-data', form)).toBe(400)
  expect(await refused('application/vnd.api+json', '{"data":')).toBe(400)
  expect(await refused('nonsense', 'x')).toBe(415)
  const japanese = Buffer.from('\x8eR\x93c', 'latin1')
  expect((await input('text/plain; charset=Shift_JIS', japanese))?.['body']).toBe('山田')
  const name = Buffer.concat([Buffer.from('{"name":"'), Buffer.from('José', 'latin1'), Buffer.from('"}')])
  expect((await input('application/json; charset=iso-8859-1', name))?.['body']).toEqual({ name: 'José' })
  expect((await input('application/xml; charset=utf-16le', Buffer.from('<a>山</a>', 'utf16le')))?.['body']).toBe('<a>山</a>')
  const typed = 'application/x-www-form-urlencoded'
  expect((await input(`${typed}; charset=windows-1252`, 'name=Jos%E9+P&name=%80'))?.['body']).toEqual({ name: ['José P', '€'] })
  expect((await input(typed, '_charset_=Shift_JIS&who=%8ER%93c'))?.['body']).toEqual({ _charset_: 'Shift_JIS', who: '山田' })
  expect((await input(typed, 'a=1&b&c=x%20%C3%A9%3D=y'))?.['body']).toEqual({ a: '1', b: '', c: 'x é==y' })
  expect(await refused('text/plain', Buffer.from([0x41, 0xc4, 0xe3, 0x42]))).toBe(400)
  expect(await refused('application/json', JSON.stringify('x'.repeat(256 * 1024)))).toBe(413)
  const got = await t.app.inject({ method: 'GET', url: `/api/hooks/${user.slug}/types` })
  expect([got.statusCode, got.headers['allow']]).toEqual([405, 'POST'])
})

test('an organization receives so many calls a minute and no more', async () => {
  await publish('many', { check: 'none' })
  const limited = await t.register()
  await publish('many', { check: 'none' }, limited)
  const { limiter } = t.platform
  for (let n = 0; n < 120_000; n++) limiter(`webhooks:${limited.orgId}`, 120_000, 60, clock.now().getTime())
  const response = await post('many', '{}', {}, limited.slug)
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([429, 'RATE_LIMITED'])
  expect((await post('many')).statusCode).toBe(202)
})

test('continues a waiting run once by its address', async () => {
  const definition = {
    steps: [
      { id: 'start', type: 'trigger_webhook', name: 'Start', config: { path: 'waits', check: 'none' } },
      { id: 'wait', type: 'wait_webhook', name: 'Wait', config: { timeout: { amount: 1, unit: 'days' } } },
    ],
    edges: [{ from: 'start', to: 'wait' }],
  }
  const { id } = await call('POST', '', { name: 'Waits', description: 'For tests', definition })
  await call('POST', `/${id}/publish`, { revision: 1 })
  await post('waits')
  const waiting = async () => (await runsOf(id))[0]?.status
  await expect.poll(waiting).toBe('waiting')
  const { rows } = await t.owner.query<{ output: { resumeUrl: string } }>(
    "select output from app.workflow_steps where run_id = (select id from app.workflow_runs where workflow_id = $1) and step_id = 'wait'",
    [id],
  )
  const url = new URL(rows[0]?.output.resumeUrl ?? '').pathname
  const resume = async (path = url) => (await t.app.inject({ method: 'POST', url: path, payload: { ok: true } })).statusCode
  expect(await resume(`${url.slice(0, -1)}_`)).toBe(404)
  expect(await resume()).toBe(202)
  await expect.poll(waiting).toBe('success')
  expect(await resume()).toBe(404)
})

test('starts one run for a signed call, whatever key a repeat has', async () => {
  const { id, secret } = await publish('once', { check: 'signature' })
  const at = Math.floor(clock.now().getTime() / 1_000)
  const repeat = (body: string, more: Record<string, string> = {}) => {
    const signature = `sha256=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
    return post('once', body, { 'x-timestamp': String(at), 'x-signature': signature, ...more })
  }
  const withKey = (key: string) => ({ 'idempotency-key': key })
  const [first, second] = [await repeat('{"n":1}'), await repeat('{"n":1}')]
  expect([first.statusCode, second.statusCode, second.json<object>()]).toMatchObject([
    202,
    202,
    { data: first.json<{ data: object }>().data },
  ])
  expect((await repeat('{"n":1}', withKey('other'))).statusCode).toBe(409)
  expect(await runsOf(id)).toHaveLength(1)
  const statuses = []
  for (const key of ['mine', 'mine', 'other']) statuses.push((await repeat('{"n":2}', withKey(key))).statusCode)
  expect(statuses).toEqual([202, 202, 409])
  await repeat('{"n":2}')
  expect(await runsOf(id)).toHaveLength(2)
})

test('the first publishing shows the secret, once and only to a person', async () => {
  const definition = (path: string, check: string) => ({
    steps: [
      { id: 'start', type: 'trigger_webhook', name: 'Start', config: { path, check } },
      { id: 'keep', type: 'set', name: 'Keep', config: { values: [{ name: 'a', value: '1' }] } },
    ],
    edges: [{ from: 'start', to: 'keep' }],
  })
  const make = (path: string, check = 'secret') => call('POST', '', { name: `First ${path}`, definition: definition(path, check) })
  const publishIt = ({ id, revision }: { id: string; revision: number }, as: TestUser = user) =>
    call<WorkflowDetail & { newSecret: string | null }>('POST', `/${id}/publish`, { revision }, as)
  const made = await make('first')
  const first = await publishIt(made)
  expect(first.newSecret).toMatch(/^whsec_/)
  expect((await post('first', '{}', { 'x-webhook-secret': first.newSecret ?? '' })).statusCode).toBe(202)
  expect((await publishIt(first)).newSecret).toBeNull()
  expect((await post('first', '{}', { 'x-webhook-secret': first.newSecret ?? '' })).statusCode).toBe(202)
  expect((await publishIt(await make('open', 'none'))).newSecret).toBeNull()
  const key = { name: 'publisher', scopes: ['workflows:read', 'workflows:publish'] }
  const { plainKey } = (await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token: user.token, body: key })).body.data
  const { id, revision } = await make('by-key')
  const byKey = await t.call<{ newSecret: string | null }>('POST', `/api/v1/workflows/${id}/publish`, {
    token: plainKey,
    body: { revision },
  })
  expect([byKey.status, byKey.body.data.newSecret]).toEqual([200, null])
  // Neither the audit log nor the workflow keeps it in plain text.
  const { rows } = await t.owner.query('select * from app.audit_log where org_id = $1', [user.orgId])
  expect(JSON.stringify([rows, await call('GET', `/${made.id}`)])).not.toContain(first.newSecret)
})

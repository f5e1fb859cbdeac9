import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreatedAccount, WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

interface Request {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

let t: TestApp
let user: TestUser
let base = ''
let requested: Request[] = []
let responses: { status: number; body: unknown }[] = []
const server: Server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    requested.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
    const next = responses.shift() ?? { status: 500, body: {} }
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body))
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  t = await createTestApp({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
  user = await t.register()
})
afterAll(async () => {
  await t.close()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  requested = []
  responses = []
})

const ask = <T>(method: string, path: string, body?: unknown) =>
  t.call<T>(method, `/api/channels${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
const make = async (body: object) => (await ask<CreatedAccount>('POST', '/accounts', { name: 'Provider', ...body })).body.data
const whatsapp = () =>
  make({
    provider: 'whatsapp-cloud',
    settings: { baseUrl: `${base}/v23.0`, phoneNumberId: '77', businessAccountId: '88' },
    secret: { accessToken: 'the-access-token' },
  })

test('a test message by a Twilio-compatible server: signed in, with the address for its reports', async () => {
  const { id } = await make({
    provider: 'twilio',
    settings: { baseUrl: base, accountSid: 'AC1', from: '+12025550100' },
    secret: { authToken: 'auth-token' },
  })
  responses = [{ status: 201, body: { sid: 'SM1', status: 'queued' } }]
  const { body } = await ask<{ success: boolean }>('POST', `/accounts/${id}/test`, { to: '+12025550111', text: 'Hi' })
  expect(body.data.success).toBe(true)
  const form = new URLSearchParams(requested[0]?.body)
  expect([requested[0]?.path, form.get('To'), form.get('From'), form.get('Body')]).toEqual([
    '/2010-04-01/Accounts/AC1/Messages.json',
    '+12025550111',
    '+12025550100',
    'Hi',
  ])
  expect(requested[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:auth-token').toString('base64')}`)
  expect(form.get('StatusCallback')).toMatch(/^http:\/\/localhost:3000\/api\/hooks\/[\w-]{43}\?message=[\w/-]+$/)
})

test('a webhook gets a signed request at the address of its account', async () => {
  const { id, newSecret } = await make({ provider: 'webhook', settings: { url: `${base}/in` } })
  responses = [{ status: 204, body: {} }]
  const { body } = await ask<{ success: boolean }>('POST', `/accounts/${id}/test`, {})
  expect([body.data.success, requested[0]?.path, Boolean(newSecret)]).toEqual([true, '/in', true])
  expect(requested[0]?.headers['webhook-signature']).toMatch(/^v1,/)
})

test('submits a template and stores the provider’s decision', async () => {
  const { id } = await whatsapp()
  responses = [{ status: 200, body: { id: 'T1', status: 'PENDING', category: 'MARKETING' } }]
  const made = await ask<WhatsappTemplate>('POST', '/whatsapp-templates', { accountId: id, name: 'hello', body: 'Hi {{1}}' })
  expect(made.body.data).toMatchObject({ status: 'PENDING', variables: 1 })
  expect([requested[0]?.method, requested[0]?.path, requested[0]?.headers.authorization]).toEqual([
    'POST',
    '/v23.0/88/message_templates',
    'Bearer the-access-token',
  ])
  expect(JSON.parse(requested[0]?.body ?? '')).toEqual({
    name: 'hello',
    language: 'en',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['Example 1']] } }],
  })
  responses = [{ status: 400, body: { error: { message: 'Invalid parameter', error_user_msg: 'This name is taken.' } } }]
  const refused = await ask('POST', '/whatsapp-templates', { accountId: id, name: 'other', body: 'Hi' })
  expect([refused.status, refused.body.message]).toEqual([422, 'The provider did not accept it: This name is taken.'])
})

test('imports a template that we cannot fill in with the reason, and never uses it', async () => {
  const { id } = await whatsapp()
  const template = (name: string, components: object[]) => ({ id: name, name, language: 'en', status: 'APPROVED', components })
  const body = { type: 'BODY', text: 'Hello {{1}}' }
  const found = [
    template('plain', [
      { type: 'HEADER', format: 'TEXT', text: 'News' },
      body,
      { type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://x.example' }] },
    ]),
    template('picture', [{ type: 'HEADER', format: 'IMAGE' }, body]),
    template('heading', [{ type: 'HEADER', format: 'TEXT', text: 'For {{1}}' }, body]),
    template('named', [{ type: 'BODY', text: 'Hello {{first_name}}' }]),
    template('link', [body, { type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://x.example/{{1}}' }] }]),
    template('code', [body, { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE' }] }]),
    template('cards', [body, { type: 'CAROUSEL' }]),
  ]
  responses.push({ status: 200, body: { data: found } })
  const read = await ask<WhatsappTemplate[]>('POST', `/accounts/${id}/sync-templates`)
  const shown = Object.fromEntries(read.body.data.map(({ name, status, detail }) => [name, [status, detail]]))
  expect(shown['plain']).toEqual(['APPROVED', ''])
  for (const [name, texts] of [
    ['picture', /its header holds a file or a place \(image\)\.$/],
    ['heading', /its header has a variable\.$/],
    ['named', /names instead of numbers\.$/],
    ['link', /a button of it needs a value \(url\)\.$/],
    ['code', /a button of it needs a value \(copy code\)\.$/],
    ['cards', /of the kind carousel\.$/],
  ] as const)
    expect(shown[name]).toEqual(['DISABLED', expect.stringMatching(texts)])
})

test('templates are taken over, page by page, with their approval', async () => {
  const { id } = await whatsapp()
  const listed = (name: string, status: string, more: object = {}) => ({
    id: `id-${name}`,
    name,
    language: 'en_US',
    status,
    category: 'UTILITY',
    components: [
      { type: 'HEADER', text: 'x' },
      { type: 'BODY', text: `Dear {{1}}, ${name}` },
    ],
    ...more,
  })
  responses = [
    { status: 200, body: { data: [listed('one', 'APPROVED')], paging: { cursors: { after: 'c1' }, next: 'https://elsewhere.example/x' } } },
    {
      status: 200,
      body: { data: [listed('two', 'REJECTED', { rejected_reason: 'ABUSIVE_CONTENT' })], paging: { cursors: { after: 'c2' } } },
    },
  ]
  const { body } = await ask<WhatsappTemplate[]>('POST', `/accounts/${id}/sync-templates`)
  expect(body.data.map(({ name, status, variables, detail }) => [name, status, variables, detail])).toEqual([
    ['one', 'APPROVED', 1, ''],
    ['two', 'REJECTED', 1, 'ABUSIVE_CONTENT'],
  ])
  // The next page is requested from the configured provider, whatever host the response points to.
  expect(requested.map(({ path }) => new URL(path, base).searchParams.get('after'))).toEqual([null, 'c1'])
  responses = [{ status: 500, body: 'broken' }]
  expect((await ask('POST', `/accounts/${id}/sync-templates`)).status).toBe(422)
})

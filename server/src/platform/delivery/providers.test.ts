import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpOut } from '../http-out/http-out.ts'
import { createTwilioTransport } from './sms-twilio.ts'
import type { OutgoingContent } from './transport.ts'
import { createWebhookTransport } from './webhook.ts'
import { createWhatsappTransport } from './whatsapp-cloud.ts'

interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const startProvider = async (reply: (response: ServerResponse, request: IncomingMessage) => unknown) => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => {
      seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      reply(response, request)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const httpOut = createHttpOut({ allow: ['127.0.0.1'], connectTimeoutMs: 500 })
  closers.push(async () => {
    await httpOut.close()
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, httpOut, server }
}
const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
type Result = Parameters<typeof startProvider>[0]

/** Behaviour of every adapter without a response. */
const noResponse = (send: (url: string, httpOut: ReturnType<typeof createHttpOut>, timeoutMs: number) => Promise<{ kind: string }>) => {
  it('without a response: unknown after sending, unreachable before', async () => {
    const silent = await startProvider(() => undefined)
    expect(await send(silent.url, silent.httpOut, 80)).toMatchObject({ kind: 'unknown' })
    const cut = await startProvider((response) => response.socket?.destroy())
    expect(await send(cut.url, cut.httpOut, 2_000)).toMatchObject({ kind: 'unknown' })
    expect(await send('http://127.0.0.1:1', cut.httpOut, 2_000)).toMatchObject({ kind: 'unreachable' })
  })
}

describe('SMS by the Twilio interface', () => {
  const sms = { channel: 'sms', text: 'Hello & good-bye é' } as const
  const send = async (reply: Result, options: object = { from: '+15005550006' }, to = '+4915112345678') => {
    const { url, seen, httpOut } = await startProvider(reply)
    const transport = createTwilioTransport({ httpOut, baseUrl: `${url}/`, accountSid: 'AC1', authToken: 'tok', ...options })
    return { outcome: await transport.send({ identity: 'o/s/c', to, content: sms }), seen }
  }

  it('posts an authenticated form, requests reports that name the message, and reads the id and the price', async () => {
    const { outcome, seen } = await send(json(201, { sid: 'SM1', status: 'queued', price: '-0.00750', price_unit: 'USD' }), {
      from: '+15005550006',
      statusCallback: 'https://imperium.example/hooks/x',
    })
    expect(outcome).toEqual({ kind: 'accepted', providerId: 'SM1', response: '201 queued', delivered: false, costMicros: 7_500 })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/2010-04-01/Accounts/AC1/Messages.json' })
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Basic ${btoa('AC1:tok')}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
      To: '+4915112345678',
      From: '+15005550006',
      Body: 'Hello & good-bye é',
      StatusCallback: 'https://imperium.example/hooks/x?message=o/s/c',
    })
  })

  it("sends the ids of India’s register when the account has one, and each message's template id", async () => {
    const { url, seen, httpOut } = await startProvider(json(201, { sid: 'SM1', status: 'queued' }))
    const common = { httpOut, baseUrl: url, accountSid: 'AC1', authToken: 'tok', from: 'ACME' }
    const registered = createTwilioTransport({ ...common, dltEntityId: '1001234567890123456' })
    const dltTemplateId = '1007987654321098765'
    const to = '+919876543210'
    await registered.send({ identity: '1', to, content: { ...sms, dltTemplateId } })
    await registered.send({ identity: '2', to, content: sms })
    await createTwilioTransport({ ...common, dltEntityId: '' }).send({ identity: '3', to, content: { ...sms, dltTemplateId } })
    const ids = seen.map(({ body }) => new URLSearchParams(body)).map((form) => [form.get('DltEntityId'), form.get('DltTemplateId')])
    expect(ids).toEqual([
      ['1001234567890123456', '1007987654321098765'],
      ['1001234567890123456', null],
      [null, null],
    ])
  })

  it('may leave the sender to a messaging service', async () => {
    const { outcome, seen } = await send(json(201, { sid: 'SM1', status: 'accepted', price: null }), { messagingServiceSid: 'MG1' })
    expect(outcome).toEqual({ kind: 'accepted', providerId: 'SM1', response: '201 accepted', delivered: false })
    expect(seen[0]?.body).toContain('MessagingServiceSid=MG1')
    expect(seen[0]?.body).not.toContain('From=')
  })

  it.each<[status: number, body: object, outcome: object]>([
    [400, { code: 21211, message: 'Invalid To' }, { kind: 'refused', reason: 'bounced', response: '21211 Invalid To' }],
    [400, { code: 21614, message: 'Not a mobile' }, { kind: 'refused', reason: 'bounced' }],
    [400, { code: 21214, message: 'Cannot be reached' }, { kind: 'refused', reason: 'invalid_address' }],
    [400, { code: 21610, message: 'Unsubscribed' }, { kind: 'refused', reason: 'rejected', optedOut: true }],
    [400, { code: 21408, message: 'No permission for the region' }, { kind: 'refused', reason: 'rejected' }],
    [400, { code: 21606, message: 'From is not yours' }, { kind: 'unreachable' }],
    [201, { sid: 'SM1', status: 'failed', error_code: 30005, error_message: 'Unknown handset' }, { kind: 'refused', reason: 'bounced' }],
    [401, { code: 20003, message: 'Authenticate' }, { kind: 'unreachable' }],
    [404, { code: 20404, message: 'Not found' }, { kind: 'unreachable' }],
    [429, { code: 20429, message: 'Too many requests' }, { kind: 'put-off', throttled: true, retryAfterMs: null }],
    [400, { code: 14107, message: 'Rate exceeded' }, { kind: 'put-off', throttled: true }],
    [503, {}, { kind: 'put-off', throttled: false }],
    [500, { message: 'oops' }, { kind: 'unknown', response: 'HTTP 500 oops' }],
    [502, {}, { kind: 'unknown' }],
  ])('%i %j', async (status, body, expected) => {
    expect((await send(json(status, body))).outcome).toMatchObject(expected)
  })

  it('waits for the requested time', async () => {
    expect((await send(json(429, { code: 20429 }, { 'retry-after': '7' }))).outcome).toMatchObject({ kind: 'put-off', retryAfterMs: 7_000 })
  })

  it('does not call an invalid number', async () => {
    const { outcome, seen } = await send(json(201, {}), { from: 'x' }, '0151 123')
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'invalid_address' })
    expect(seen).toEqual([])
  })

  it('counts as accepted, though the rest of the response broke off', async () => {
    const { outcome } = await send((response) => {
      response.writeHead(201, { 'content-length': 100 }).write('{"sid":')
      setTimeout(() => response.socket?.destroy(), 10)
    })
    expect(outcome).toMatchObject({ kind: 'accepted', providerId: null })
  })

  noResponse((baseUrl, httpOut, timeoutMs) =>
    createTwilioTransport({ httpOut, baseUrl, accountSid: 'AC1', authToken: 't', from: 'x', timeoutMs }).send({
      identity: 'i',
      to: '+4915112345678',
      content: sms,
    }),
  )
})

describe('WhatsApp by the Cloud interface', () => {
  const template = { name: 'welcome', language: 'en_US', variables: ['Ada', '7'] }
  const content: OutgoingContent = { channel: 'whatsapp', template, text: 'Welcome Ada' }
  const send = async (reply: Result, what: OutgoingContent = content) => {
    const { url, seen, httpOut } = await startProvider(reply)
    const transport = createWhatsappTransport({ httpOut, baseUrl: `${url}/v23.0`, phoneNumberId: '123', accessToken: 'tok' })
    return { outcome: await transport.send({ identity: 'o/s/c', to: '+4915112345678', content: what }), seen }
  }
  const failing = (code: number, status = 400) =>
    json(status, { error: { message: `(#${code}) no`, code, error_data: { details: 'why' } } })

  it('sends a template and free text with the identity that its statuses return', async () => {
    const taken = json(200, { messaging_product: 'whatsapp', messages: [{ id: 'wamid.1', message_status: 'accepted' }] })
    const { outcome, seen } = await send(taken)
    expect(outcome).toEqual({ kind: 'accepted', providerId: 'wamid.1', response: '200 accepted', delivered: false })
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/v23.0/123/messages' })
    expect(seen[0]?.headers.authorization).toBe('Bearer tok')
    const common = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '4915112345678', biz_opaque_callback_data: 'o/s/c' }
    const parameters = [
      { type: 'text', text: 'Ada' },
      { type: 'text', text: '7' },
    ]
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      ...common,
      type: 'template',
      template: { name: 'welcome', language: { code: 'en_US' }, components: [{ type: 'body', parameters }] },
    })
    const free = await send(taken, { channel: 'whatsapp', template: null, text: 'Hi' })
    expect(JSON.parse(free.seen[0]?.body ?? '')).toEqual({ ...common, type: 'text', text: { preview_url: true, body: 'Hi' } })
  })

  it.each<[what: string, answer: Result, outcome: object]>([
    ['window closed', failing(131047), { kind: 'refused', reason: 'rejected', response: '131047 (#131047) no: why' }],
    ['undeliverable', failing(131026), { kind: 'refused', reason: 'bounced' }],
    ['opted out', failing(131050), { kind: 'refused', reason: 'rejected', optedOut: true }],
    ['template paused', failing(132015), { kind: 'refused', reason: 'rejected' }],
    ['invalid parameter', failing(100), { kind: 'refused', reason: 'rejected' }],
    ['throughput', failing(130429, 429), { kind: 'put-off', throttled: true }],
    ['account rate', failing(80007), { kind: 'put-off', throttled: true }],
    ['pair rate: of one number alone', failing(131056), { kind: 'put-off', throttled: false }],
    ['plain 429', json(429, {}, { 'retry-after': '3' }), { kind: 'put-off', throttled: true, retryAfterMs: 3_000 }],
    ['service unavailable', failing(131016, 500), { kind: 'put-off', throttled: false }],
    ['plain 503', json(503, {}), { kind: 'put-off', throttled: false }],
    ['token expired', failing(190, 401), { kind: 'unreachable' }],
    ['permission', failing(200, 403), { kind: 'unreachable' }],
    ['plain 401', json(401, {}), { kind: 'unreachable' }],
    ['broken down', (response) => response.writeHead(500).end('<html>'), { kind: 'unknown' }],
  ])('%s', async (_, reply, expected) => {
    expect((await send(reply)).outcome).toMatchObject(expected)
  })

  noResponse((url, httpOut, timeoutMs) =>
    createWhatsappTransport({ httpOut, baseUrl: url, phoneNumberId: '1', accessToken: 't', timeoutMs }).send({
      identity: 'i',
      to: '+4915112345678',
      content,
    }),
  )
})

describe('webhook', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`
  const content: OutgoingContent = { channel: 'webhook', body: '{"event":"campaign.message","name":"Ada"}' }
  const send = async (reply: Result, options: object = {}) => {
    const { url, seen, httpOut } = await startProvider(reply)
    const transport = createWebhookTransport({ httpOut, secret, now: () => 1_790_000_000_500, ...options })
    return { outcome: await transport.send({ identity: 'o/s/c', to: `${url}/in?x=1`, content }), seen, url }
  }
  const status =
    (code: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      response.writeHead(code, headers).end('said')

  it('is signed as Standard Webhooks describe, and by our own header with the secret as it is written', async () => {
    const { outcome, seen } = await send(status(200), { headers: { Authorization: 'Bearer theirs' } })
    expect(outcome).toEqual({ kind: 'accepted', providerId: null, response: 'HTTP 200 said', delivered: true })
    const { headers, body, path } = seen[0]!
    expect(path).toBe('/in?x=1')
    expect(body).toBe('{"event":"campaign.message","name":"Ada"}')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer theirs',
      'webhook-id': 'o/s/c',
      'webhook-timestamp': '1790000000',
    })
    const key = Buffer.from('0123456789abcdef01234567')
    const expected = createHmac('sha256', key).update(`o/s/c.1790000000.${body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
    expect(headers['x-imperium-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  })

  it('is signed with the old and the new secret during the overlap, and then only with the new one', async () => {
    const over = await send(status(204), { former: { secret: 'old secret', until: 1_790_000_000_500 } })
    expect(String(over.seen[0]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
    const { seen } = await send(status(204), { former: { secret: 'old secret', until: 1_790_000_000_501 } })
    const signatures = String(seen[0]?.headers['webhook-signature']).split(' ')
    const old = createHmac('sha256', 'old secret').update(`o/s/c.1790000000.${seen[0]?.body}`).digest('base64')
    expect(signatures).toHaveLength(2)
    expect(signatures[1]).toBe(`v1,${old}`)
  })

  it.each<[number, Record<string, string>, object]>([
    [202, {}, { kind: 'accepted', delivered: true }],
    [410, {}, { kind: 'refused', reason: 'rejected', response: 'HTTP 410 said' }],
    [400, {}, { kind: 'refused', reason: 'rejected' }],
    [302, { location: 'http://127.0.0.1:1/' }, { kind: 'refused', reason: 'rejected' }],
    [429, { 'retry-after': '2' }, { kind: 'put-off', throttled: true, retryAfterMs: 2_000 }],
    [503, { 'retry-after': '9' }, { kind: 'put-off', throttled: true, retryAfterMs: 9_000 }],
    [503, {}, { kind: 'put-off', throttled: false, retryAfterMs: null }],
    [500, {}, { kind: 'put-off', throttled: false }],
    [408, {}, { kind: 'put-off', throttled: false }],
  ])('%i %j', async (code, headers, expected) => {
    const { outcome, seen } = await send(status(code, headers))
    expect(outcome).toMatchObject(expected)
    expect(seen).toHaveLength(1)
  })

  it("goes to the account's URL if there is one", async () => {
    const other = await startProvider(status(200))
    const { seen } = await send(status(200), { url: `${other.url}/account` })
    expect(seen).toEqual([])
    expect(other.seen[0]?.path).toBe('/account')
  })

  it('never calls an internal or invalid address', async () => {
    const httpOut = createHttpOut({ allow: [] })
    closers.push(() => httpOut.close())
    const transport = createWebhookTransport({ httpOut, secret })
    for (const to of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/latest',
      'http://[::1]/',
      'ftp://example.com/',
      'nothing',
      'http://u:p@example.com/',
    ]) {
      expect(await transport.send({ identity: 'i', to, content })).toMatchObject({ kind: 'refused', reason: 'invalid_address' })
    }
  })

  it.each([{ 'X-A': 'a\r\nX-B: b' }, { 'X A': 'a' }, { 'webhook-id': 'x' }, { Host: 'x' }, { 'Content-Length': '1' }])(
    'refuses the header %j (SEC-32)',
    async (headers) => {
      const httpOut = createHttpOut({ allow: [] })
      closers.push(() => httpOut.close())
      expect(() => createWebhookTransport({ httpOut, secret, headers })).toThrow(TypeError)
    },
  )

  noResponse((to, httpOut, timeoutMs) => createWebhookTransport({ httpOut, secret, timeoutMs }).send({ identity: 'i', to, content }))
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountHook, CreatedAccount } from '@imperium/contract/channels/channel-accounts.ts'
import type { InboundEntry } from '@imperium/contract/channels/senders.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { saveTemplate } from '../whatsapp/templates-store.ts'
import { eraseSettledItems } from '../inbound/erase-inbound.ts'
import { readInboundItem } from '../index.ts'

let t: TestApp
let user: TestUser
const accounts: Record<string, { id: string; url: string; hook: AccountHook }> = {}
const token = 'abcdefghijklmnopqrstuvwxyz234567'.repeat(2).slice(0, 61)

beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  await open('sms', {
    provider: 'twilio',
    settings: { baseUrl: 'https://1.1.1.1', accountSid: 'AC', from: '+12025550100' },
    secret: { authToken: 'token-of-the-sms' },
  })
  await open('wa', {
    provider: 'whatsapp-cloud',
    settings: { baseUrl: 'https://1.1.1.1', phoneNumberId: '77', businessAccountId: '88' },
    secret: { accessToken: 'access-token', appSecret: 'secret-of-the-app' },
  })
  await open('mail', { provider: 'smtp', settings: { host: '1.1.1.1' } })
})
afterAll(() => t.close())
beforeEach(async () => void (await t.owner.query('delete from app.inbound_items')))

async function open(name: string, body: object): Promise<void> {
  const made = await t.call<CreatedAccount>('POST', '/api/channels/accounts', { token: user.token, body: { name, ...body } })
  const path = `/api/channels/accounts/${made.body.data.id}/hook`
  const hook = (await t.call<AccountHook>('POST', path, { token: user.token })).body.data
  accounts[name] = { id: made.body.data.id, url: hook.url ?? '', hook }
}

const post = (name: string, type: string, body: string | Buffer, headers: Record<string, string>, query = '') =>
  t.app.inject({
    method: 'POST',
    url: new URL(accounts[name]?.url ?? '').pathname + query,
    payload: body,
    headers: { 'content-type': type, ...headers },
  })
const items = async () => (await t.call<InboundEntry[]>('GET', '/api/channels/inbound', { token: user.token })).body.data
const data = async (id: string) => (await t.platform.db.withOrg(user.orgId, (tx) => readInboundItem(tx, id)))?.data

describe('Twilio-compatible', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const sign = (fields: Record<string, string>, key = 'token-of-the-sms', query = '') => {
    const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const text = [accounts['sms']?.url, query, ...sorted.flat()].join('')
    return { 'x-twilio-signature': createHmac('sha1', key).update(text).digest('base64') }
  }
  const send = (fields: Record<string, string>, headers = sign(fields), query = '') =>
    post('sms', 'application/x-www-form-urlencoded', form(fields), headers, query)
  const reply = { MessageSid: 'SM1', From: '+12025550111', To: '+12025550100', Body: 'STOP & "go" ä', NumMedia: '0' }

  test('stores a reply once, with one outbox event, and sends an empty response', async () => {
    const responses = await Promise.all([send(reply), send(reply), send(reply)])
    expect(responses.map((response) => [response.statusCode, response.headers['content-type'], response.body])).toEqual(
      Array.from({ length: 3 }, () => [200, 'text/xml; charset=utf-8', '<?xml version="1.0" encoding="UTF-8"?><Response/>']),
    )
    const [item, ...rest] = await items()
    expect(rest).toEqual([])
    expect(item).toMatchObject({ kind: 'message', channel: 'sms', accountName: 'sms', sender: '+12025550111', preview: 'STOP & "go" ä' })
    const { rows } = await t.owner.query("select payload from app.outbox where org_id = $1 and type = 'inbound.received'", [user.orgId])
    expect(rows.map(({ payload }) => payload)).toEqual([{ itemId: item?.id, kind: 'message', channel: 'sms' }])
  })

  test.each([
    ['none', {}],
    ['another key', 'wrong-key'],
  ])('signature: %s', async (_name, how) => {
    const response = await send(reply, (typeof how === 'string' ? sign(reply, how) : how) as ReturnType<typeof sign>)
    expect(response.statusCode).toBe(401)
    expect(await items()).toEqual([])
  })

  test('a signature of other fields', async () => {
    expect((await send({ ...reply, Body: 'START' }, sign(reply))).statusCode).toBe(401)
  })

  test.each([
    ['delivered', '', 'status', undefined],
    ['sent', '', 'status', undefined],
    ['undelivered', '30003', 'bounce', false],
    ['undelivered', '30005', 'bounce', true],
    ['failed', '30006', 'bounce', true],
    ['undelivered', '30007', 'bounce', false],
    ['failed', '30008', 'status', false],
  ])('report %s %s is a %s', async (state, code, kind, isPermanent) => {
    const fields = {
      MessageSid: `SM${newId()}`,
      MessageStatus: state,
      From: '+12025550100',
      To: '+12025550111',
      ...(code ? { ErrorCode: code } : {}),
    }
    expect((await send(fields)).statusCode).toBe(200)
    const [item] = await items()
    expect([item?.kind, item?.sender]).toEqual([kind, '+12025550111'])
    const read = await data(item?.id ?? '')
    expect([read?.providerId, read?.isPermanent]).toEqual([fields.MessageSid, isPermanent])
  })

  test('matches a report by the called address, which is covered by the signature', async () => {
    const fields = { MessageSid: `SM${newId()}`, MessageStatus: 'delivered', From: '+12025550100', To: '+12025550111' }
    const called = async (query: string) => (await send(fields, sign(fields, undefined, '?message=o/s/c'), query)).statusCode
    expect([await called('?message=o/s/other'), await called(''), await called('?message=o/s/c')]).toEqual([401, 401, 200])
    expect(await data((await items())[0]?.id ?? '')).toMatchObject({ identity: 'o/s/c', providerId: fields.MessageSid })
  })

  test('stores nothing for a report without news', async () => {
    for (const state of ['queued', 'sending', 'accepted'])
      expect((await send({ MessageSid: 'SM2', MessageStatus: state, From: 'a', To: 'b' })).statusCode).toBe(200)
    expect(await items()).toEqual([])
  })
})

describe('WhatsApp', () => {
  const send = (payload: unknown, key = 'secret-of-the-app') => {
    const body = JSON.stringify(payload)
    return post('wa', 'application/json', body, { 'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` })
  }
  const about = (value: object, field = 'messages') => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '88',
        changes: [
          {
            field,
            value: { messaging_product: 'whatsapp', metadata: { phone_number_id: '77', display_phone_number: '1 202 555 0100' }, ...value },
          },
        ],
      },
    ],
  })
  const message = {
    id: 'wamid.1',
    from: '12025550111',
    timestamp: '1700000000',
    type: 'text',
    text: { body: 'Hello' },
    context: { id: 'wamid.ours' },
  }

  test('stores a reply with its name and the message it replies to', async () => {
    expect((await send(about({ contacts: [{ wa_id: '12025550111', profile: { name: 'Ada' } }], messages: [message] }))).statusCode).toBe(
      200,
    )
    const [item] = await items()
    expect(item).toMatchObject({
      kind: 'message',
      channel: 'whatsapp',
      sender: '+12025550111',
      recipient: '+12025550100',
      at: '2023-11-14T22:13:20.000Z',
    })
    expect(await data(item?.id ?? '')).toEqual({ providerId: 'wamid.ours', replyText: 'Hello', senderName: 'Ada' })
  })

  test('a wrong signature, and one of another body', async () => {
    expect((await send(about({ messages: [message] }), 'another-secret')).statusCode).toBe(401)
    const signature = `sha256=${createHmac('sha256', 'secret-of-the-app').update('{}').digest('hex')}`
    expect(
      (await post('wa', 'application/json', JSON.stringify(about({ messages: [message] })), { 'x-hub-signature-256': signature }))
        .statusCode,
    ).toBe(401)
    expect(await items()).toEqual([])
  })

  test('matches reports by the identity sent with the message', async () => {
    const status = (state: string, more: object = {}) => ({
      id: 'wamid.ours',
      status: state,
      timestamp: '1700000000',
      recipient_id: '12025550111',
      biz_opaque_callback_data: 'a/b/c',
      ...more,
    })
    await send(
      about({
        statuses: [
          status('sent'),
          status('delivered'),
          status('read'),
          status('read'),
          status('failed', { errors: [{ code: 131026, title: 'Undeliverable' }] }),
        ],
      }),
    )
    const all = await Promise.all((await items()).map(async ({ id, kind }) => [kind, await data(id)] as const))
    expect(all.map(([kind, each]) => `${kind} ${each?.status}`).toSorted()).toEqual([
      'bounce bounced',
      'status delivered',
      'status opened',
      'status sent',
    ])
    expect(new Set(all.map(([, each]) => each?.identity))).toEqual(new Set(['a/b/c']))
  })

  test('another number of the same business is none of this account', async () => {
    await send(about({ metadata: { phone_number_id: '78' }, messages: [message] }))
    expect(await items()).toEqual([])
  })

  test('a template is approved', async () => {
    const values = {
      name: 'news',
      language: 'en',
      category: 'MARKETING',
      body: 'Hi',
      variables: 0,
      status: 'PENDING',
      providerId: '1',
      detail: '',
    } as const
    await t.platform.db.withOrg(user.orgId, (tx) => saveTemplate(tx, accounts['wa']?.id ?? '', values, new Date()))
    await send(
      about(
        { metadata: undefined, event: 'REJECTED', message_template_name: 'news', message_template_language: 'en', reason: 'ABUSIVE' },
        'message_template_status_update',
      ),
    )
    const { body } = await t.call<{ name: string; status: string; detail: string }[]>('GET', '/api/channels/whatsapp-templates', {
      token: user.token,
    })
    expect(body.data).toMatchObject([{ name: 'news', status: 'REJECTED', detail: 'ABUSIVE' }])
  })

  test.each([{}, { object: 'page' }, { object: 'whatsapp_business_account', entry: 'x' }])(
    'a body of another form is refused: %j',
    async (payload) => {
      expect((await send(payload)).statusCode).toBe(400)
    },
  )

  test('confirms the address to WhatsApp only with our verify token', async () => {
    const { url = '', hook } = accounts['wa'] ?? {}
    const question = (change: Record<string, string>) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': hook?.verifyToken ?? '',
        'hub.challenge': '1158201444',
        ...change,
      })
      return t.app.inject({ method: 'GET', url: `${new URL(url).pathname}?${query.toString()}` })
    }
    const right = await question({})
    expect([right.statusCode, right.headers['content-type'], right.body]).toEqual([200, 'text/plain; charset=utf-8', '1158201444'])
    for (const wrong of [
      { 'hub.verify_token': 'x' },
      { 'hub.mode': 'other' },
      { 'hub.challenge': '<script>' },
      { 'hub.challenge': '' },
    ] as Record<string, string>[])
      expect((await question(wrong)).statusCode).toBe(403)
  })
})

describe('email providers', () => {
  const sign = (body: string | Buffer, { secret = accounts['mail']?.hook.newSecret ?? '', at = Date.now() / 1_000 } = {}) => {
    const [id, timestamp] = [newId(), String(Math.floor(at))]
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  }
  const events = (...list: object[]) => JSON.stringify({ events: list })
  const bounced = {
    id: 'e1',
    type: 'bounced',
    recipient: 'Ada@example.org',
    messageId: '<m1@example.com>',
    returnPath: `b+${token}@example.com`,
    statusCode: '5.1.1',
    diagnostic: 'no such user',
  }

  test('stores each event once', async () => {
    const body = events(
      bounced,
      bounced,
      { id: 'e2', type: 'complained', recipient: 'ada@example.org' },
      { id: 'e3', type: 'delivered', recipient: 'ada@example.org', at: '2025-01-01T00:00:00+02:00' },
    )
    expect((await post('mail', 'application/json', body, sign(body))).statusCode).toBe(200)
    expect((await post('mail', 'application/json', body, sign(body))).statusCode).toBe(200)
    const all = await items()
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(['bounce', 'complaint', 'status'])
    const bounce = all.find(({ kind }) => kind === 'bounce')
    expect(await data(bounce?.id ?? '')).toMatchObject({
      verpToken: token,
      messageIds: ['<m1@example.com>'],
      statusCode: '5.1.1',
      isPermanent: true,
      originalRecipient: 'ada@example.org',
    })
  })

  test('stores a whole email unchanged', async () => {
    const raw = Buffer.from(
      'From: Ada <ada@example.org>\r\nTo: news@example.com\r\nSubject: Re: Hi\r\nMessage-ID: <r9@x>\r\nIn-Reply-To: <m1@example.com>\r\n\r\nYes\r\n',
    )
    expect((await post('mail', 'message/rfc822', raw, sign(raw))).statusCode).toBe(200)
    expect((await items())[0]).toMatchObject({ kind: 'message', sender: 'ada@example.org', subject: 'Re: Hi', preview: 'Yes' })
  })

  test.each<[string, Parameters<typeof sign>[1]]>([
    ['another secret', { secret: `whsec_${Buffer.from('another secret of somebody').toString('base64')}` }],
    ['six minutes old', { at: Date.now() / 1_000 - 360 }],
    ['six minutes ahead', { at: Date.now() / 1_000 + 360 }],
  ])('refused: %s', async (_name, how) => {
    const body = events(bounced)
    expect((await post('mail', 'application/json', body, sign(body, how))).statusCode).toBe(401)
    expect(await items()).toEqual([])
  })

  test('no signature, another body, a form that is not ours, an address that is not ours', async () => {
    const body = events(bounced)
    expect((await post('mail', 'application/json', body, {})).statusCode).toBe(401)
    expect((await post('mail', 'application/json', events({ ...bounced, id: 'e9' }), sign(body))).statusCode).toBe(401)
    const other = JSON.stringify({ event: 'bounce' })
    expect((await post('mail', 'application/json', other, sign(other))).statusCode).toBe(400)
    expect(
      (
        await t.app.inject({
          method: 'POST',
          url: `/api/hooks/${'x'.repeat(43)}`,
          payload: body,
          headers: { 'content-type': 'application/json', ...sign(body) },
        })
      ).statusCode,
    ).toBe(404)
    expect(await items()).toEqual([])
  })
})

test('exports and erases inbound data with the contact', async () => {
  const contact = await t.call<{ id: string }>('POST', '/api/contacts', {
    token: user.token,
    body: { email: 'gone@example.org', firstName: 'Gone' },
  })
  expect(contact.status, JSON.stringify(contact.body)).toBe(201)
  await t.owner.query(
    `insert into app.inbound_items (org_id, id, channel, kind, external_id, sender, body_text, data) values
       ($1, $2, 'email', 'message', 'x1', 'gone@example.org', 'Secret words', '{}'), ($1, $3, 'email', 'bounce', 'x2', 'mailer@x', 'gone@example.org', '{"originalRecipient":"gone@example.org"}'),
       ($1, $4, 'email', 'message', 'x3', 'stays@example.org', 'Stays', '{}')`,
    [user.orgId, newId(), newId(), newId()],
  )
  const removed = await t.call('DELETE', `/api/contacts/${contact.body.data.id}`, { token: user.token })
  expect(removed.status, JSON.stringify(removed.body)).toBe(200)
  const { rows } = await t.owner.query<{ external_id: string; text: string }>(
    'select external_id, row_to_json(i)::text as text from app.inbound_items i order by external_id',
  )
  expect(rows.map(({ external_id: id, text }) => [id, /gone@|Secret/.test(text), /stays@/.test(text)])).toEqual([
    // A digest of its name stays, so that a repeat is not stored again.
    [expect.stringMatching(/^erased:/), false, false],
    [expect.stringMatching(/^erased:/), false, false],
    ['x3', false, true],
  ])
})

test('erases items settled a month ago, with files outside conversations, and keeps waiting items', async () => {
  const file = async () => {
    const source = (async function* () {
      yield Buffer.from('picture')
    })()
    return (await t.platform.files.write(user.orgId, { name: 'a.png', contentType: 'image/png', source, maxBytes: 100 })).id
  }
  const came = async (id: string, settledDaysAgo: number | null, fileId?: string) => {
    const data = JSON.stringify(fileId === undefined ? {} : { attachments: [{ fileId }] })
    await t.owner.query(
      `insert into app.inbound_items (org_id, id, channel, kind, external_id, data, at, handled_at)
       values ($1, $2, 'email', 'message', $3, $4, now() - interval '90 days', now() - $5 * interval '1 day')`,
      [user.orgId, newId(), id, data, settledDaysAgo],
    )
  }
  const [alone, taken] = [await file(), await file()]
  await came('old', 31, alone)
  await came('old, in a conversation', 31, taken)
  await came('young', 29)
  await came('waits', null)
  await t.owner.query(
    `with talk as (insert into app.conversations (org_id, id, kind, subject) values ($1, $2, 'contact', 'x')),
       said as (insert into app.messages (org_id, id, conversation_id, direction, sender_name, body, status) values ($1, $2, $2, 'inbound', 'x', 'x', 'received'))
     insert into app.message_attachments (org_id, id, message_id, file_id, name, content_type, size_bytes) values ($1, $2, $2, $3, 'a', 'image/png', 7)`,
    [user.orgId, newId(), taken],
  )
  expect([await eraseSettledItems(t.platform), await eraseSettledItems(t.platform)]).toEqual([2, 0])
  const { rows } = await t.owner.query<{ external_id: string }>('select external_id from app.inbound_items order by 1')
  expect(rows.map((row) => row.external_id)).toEqual(['waits', 'young'])
  const files = await t.owner.query<{ id: string }>('select id from app.files where org_id = $1', [user.orgId])
  expect(files.rows.map(({ id }) => id)).toEqual([taken])
})

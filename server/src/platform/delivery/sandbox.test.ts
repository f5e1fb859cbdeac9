import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createSandboxStore, type SandboxEvent } from './sandbox-store.ts'
import { createSandboxMailTransport, createSandboxTransport } from './sandbox-transport.ts'
import type { OutgoingContent, OutgoingMessage } from './transport.ts'

let t: TestApp
let user: TestUser
const events: SandboxEvent[] = []
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

const openStore = () =>
  createSandboxStore({
    db: t.platform.db,
    orgId: user.orgId,
    onSandboxEvent: (_, event) => Promise.resolve(void events.push(event)),
  })
const emailMessage = (to: string, identity = to): OutgoingMessage => ({
  identity,
  to,
  content: {
    channel: 'email',
    fromName: 'Acme',
    fromAddress: 'news@acme.example',
    subject: 'News',
    text: 'Hello',
    html: '<p>Hello</p>',
    messageId: `<${identity.replaceAll(/[^a-z0-9]/gi, '-')}@acme.example>`,
    returnPath: 'b+1@acme.example',
  },
})
const message = (to: string, content: OutgoingContent, identity = to): OutgoingMessage => ({ identity, to, content })
const sms: OutgoingContent = { channel: 'sms', text: 'Hello' }

describe('the sandbox of email', () => {
  it('keeps a mail, and counts its copies', async () => {
    const transport = createSandboxMailTransport(openStore())
    expect(await transport.send(emailMessage('ada@example.com'))).toMatchObject({ kind: 'accepted', delivered: true })
    await Promise.all([
      transport.send(emailMessage('ada@example.com')),
      transport.send(emailMessage('ada@example.com')),
      transport.send(emailMessage('bob@example.com')),
    ])
    const kept = await t.platform.db.withOrg(user.orgId, (tx) =>
      tx.selectFrom('sandbox_mail').selectAll().where('sender', '=', 'news@acme.example').orderBy('recipient').execute(),
    )
    expect(kept.map(({ recipient, copies, subject, body_text, body_html }) => [recipient, copies, subject, body_text, body_html])).toEqual([
      ['ada@example.com', 3, 'News', 'Hello', '<p>Hello</p>'],
      ['bob@example.com', 1, 'News', 'Hello', '<p>Hello</p>'],
    ])
  })

  it.each<[to: string, first: object, second: object]>([
    ['a@bounce.test', { kind: 'refused', reason: 'bounced' }, { kind: 'refused', reason: 'bounced' }],
    ['a@invalid.test', { kind: 'refused', reason: 'bounced' }, { kind: 'refused', reason: 'bounced' }],
    ['a@rejected.test', { kind: 'refused', reason: 'rejected' }, { kind: 'refused', reason: 'rejected' }],
    ['a@defer.test', { kind: 'put-off', throttled: false }, { kind: 'put-off' }],
    ['a@throttle.test', { kind: 'put-off', throttled: true, retryAfterMs: 1_000 }, { kind: 'accepted' }],
    ['a@unknown.test', { kind: 'unknown' }, { kind: 'accepted' }],
    ['a@unreachable.test', { kind: 'unreachable' }, { kind: 'unreachable' }],
    ['a@Bounce.Test', { kind: 'refused', reason: 'bounced' }, { kind: 'refused', reason: 'bounced' }],
    ['a@bounce.test.example', { kind: 'accepted' }, { kind: 'accepted' }],
    ['a@b@c', { kind: 'refused', reason: 'invalid_address' }, { kind: 'refused', reason: 'invalid_address' }],
  ])('%s', async (to, first, second) => {
    const transport = createSandboxMailTransport(openStore())
    expect(await transport.send(emailMessage(to, `${to} rules`))).toMatchObject(first)
    expect(await transport.send(emailMessage(to, `${to} rules`))).toMatchObject(second)
  })

  it('rejects what the real provider would reject', async () => {
    const { content } = emailMessage('x@example.com')
    const smuggled = { ...content, subject: 'a\r\nBcc: x@example.com' } as OutgoingContent
    expect(await createSandboxMailTransport(openStore()).send(message('x@example.com', smuggled))).toMatchObject({
      kind: 'refused',
      reason: 'rejected',
    })
  })

  it('complains, replies and bounces later, once per message however often it is sent', async () => {
    const transport = createSandboxMailTransport(openStore())
    events.length = 0
    for (const to of ['a@complain.test', 'a@reply.test', 'a@late-bounce.test', 'a@complain.test']) {
      expect(await transport.send(emailMessage(to))).toMatchObject({ kind: 'accepted' })
    }
    expect(events.map(({ kind, recipient, channel }) => [kind, recipient, channel])).toEqual([
      ['complaint', 'a@complain.test', 'email'],
      ['reply', 'a@reply.test', 'email'],
      ['bounce', 'a@late-bounce.test', 'email'],
    ])
    expect(events[0]).toMatchObject({ messageId: '<a-complain-test@acme.example>', externalId: 'sandbox:complaint:a@complain.test' })
    expect(events[1]).toMatchObject({ text: 'Thank you, tell me more.', subject: 'News' })
  })
})

describe('the sandboxes of the other channels', () => {
  it.each<[string, object]>([
    ['+15550000123', { kind: 'accepted' }],
    ['+15550001123', { kind: 'refused', reason: 'bounced' }],
    ['+15550002123', { kind: 'accepted' }],
    ['+15550003123', { kind: 'put-off', throttled: false }],
    ['+15550004123', { kind: 'put-off', throttled: true }],
    ['+15550005123', { kind: 'unknown' }],
    ['+15550008123', { kind: 'refused', reason: 'bounced' }],
    ['+15550009123', { kind: 'unreachable' }],
    ['+12025550117', { kind: 'refused', reason: 'bounced' }],
    ['+4915112345678', { kind: 'accepted' }],
  ])('SMS to %s', async (to, outcome) => {
    expect(await createSandboxTransport('sms', openStore()).send(message(to, sms))).toMatchObject(outcome)
  })

  it('replies STOP to an SMS and a text to a WhatsApp message', async () => {
    events.length = 0
    const whatsapp: OutgoingContent = { channel: 'whatsapp', template: { name: 'hi', language: 'en', variables: ['x'] }, text: 'Hi x' }
    await createSandboxTransport('sms', openStore()).send(message('+15550002999', sms))
    await createSandboxTransport('whatsapp', openStore()).send(message('+15550007999', whatsapp))
    expect(events.map(({ kind, channel, text }) => [kind, channel, text])).toEqual([
      ['reply', 'sms', 'STOP'],
      ['reply', 'whatsapp', 'Thank you, tell me more.'],
    ])
  })

  it('decides webhooks by their host and stores messages by channel with their copies', async () => {
    const transport = createSandboxTransport('webhook', openStore())
    const webhook: OutgoingContent = { channel: 'webhook', body: '{"a":1}' }
    expect(await transport.send(message('https://bounce.test/x', webhook))).toMatchObject({ kind: 'refused', response: 'HTTP 410 Gone' })
    await Promise.all([1, 2].map(() => transport.send(message('https://hooks.example/x', webhook, 'w1'))))
    await transport.send(message('https://hooks.example/x', webhook, 'w1'))
    const kept = await t.platform.db.withOrg(user.orgId, (tx) =>
      tx.selectFrom('sandbox_messages').selectAll().where('channel', '=', 'webhook').execute(),
    )
    expect(kept).toMatchObject([{ identity: 'w1', recipient: 'https://hooks.example/x', body: '{"a":1}', copies: 3 }])
  })

  it('stores a thousand concurrent messages in a few transactions', async () => {
    let transactions = 0
    const db = {
      ...t.platform.db,
      withOrg: ((orgId, work) => ((transactions += 1), t.platform.db.withOrg(orgId, work))) as typeof t.platform.db.withOrg,
    }
    const transport = createSandboxTransport('sms', createSandboxStore({ db, orgId: user.orgId }))
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => transport.send(message('+4915112345678', sms, `bulk ${index}`))),
    )
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(transactions).toBe(2)
  })

  it('passes on what its store throws, to each that waited', async () => {
    const broken = createSandboxStore({
      db: { ...t.platform.db, withOrg: () => Promise.reject(new Error('no database')) },
      orgId: user.orgId,
    })
    const transport = createSandboxTransport('sms', broken)
    const results = await Promise.allSettled([1, 2].map((index) => transport.send(message('+4915112345678', sms, `broken ${index}`))))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

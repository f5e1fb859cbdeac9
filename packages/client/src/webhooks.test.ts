import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, verifyWebhookSha256, WebhookSignatureError } from './webhooks.ts'

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`
const secret = secretOf('one')
const body = JSON.stringify({ id: 'e1', event: 'contact.created', timestamp: '2026-11-24T10:00:00.000Z', data: { contactId: 'ä' } })
const at = new Date('2026-11-24T10:00:00Z')
const now = at.getTime()
const sign = (key = secret, id = 'e1') => ({
  'webhook-id': id,
  'webhook-timestamp': String(now / 1000),
  'webhook-signature': new Webhook(key).sign(id, at, body),
  'x-imperium-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
})

test('accepts what the official library signs, as Headers, as an object and as bytes, with either secret', async () => {
  const event = await verifyWebhook({ body, headers: new Headers(sign()), secret, now })
  expect(event.event === 'contact.created' && event.data.contactId).toBe('ä')
  const two = { ...sign(), 'webhook-signature': `${sign(secretOf('two'))['webhook-signature']} ${sign()['webhook-signature']}` }
  for (const each of [secret, secretOf('two'), [secretOf('three'), secret]])
    expect((await verifyWebhook({ body: Buffer.from(body), headers: two, secret: each, now })).id).toBe('e1')
  expect((await verifyWebhookSha256({ body, headers: sign(), secret: [secretOf('two'), secret] })).id).toBe('e1')
})

test.each([
  ['a changed body', { body: body.replace('e1', 'e2') }],
  ['another id', { headers: { ...sign(), 'webhook-id': 'e2' } }],
  ['a foreign secret', { secret: secretOf('two') }],
  ['an old delivery', { now: now + 301_000 }],
  ['a delivery of the future', { now: now - 301_000 }],
  ['no time', { headers: { ...sign(), 'webhook-timestamp': 'soon' } }],
  ['no signature', { headers: { ...sign(), 'webhook-signature': undefined } }],
  ['no signature that we know', { headers: { ...sign(), 'webhook-signature': 'v1a,AAAA v1,%%%' } }],
])('refuses %s', async (_what, change) => {
  await expect(verifyWebhook({ body, headers: sign(), secret, now, ...change })).rejects.toThrow(WebhookSignatureError)
})

test.each([
  ['a changed body', { body: `${body} ` }],
  ['a foreign secret', { secret: secretOf('two') }],
  ['half a signature', { headers: { 'x-imperium-signature': sign()['x-imperium-signature'].slice(0, -2) } }],
  ['no signature', { headers: {} }],
])('by our own header too refuses %s', async (_what, change) => {
  await expect(verifyWebhookSha256({ body, headers: sign(), secret, ...change })).rejects.toThrow(WebhookSignatureError)
})

import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AccountHook, ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { newId } from '../../../platform/ids.ts'
import { mailgunBody, mailgunKey, says, sns, snsBody, topicArn, unixNow } from '../../../testing/mail-reports.ts'
import { createSnsSigner } from '../../../testing/sns-signer.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { findAccount, reportHeaders } from '../../channels/index.ts'
import { encodeRecipient } from '../messages/recipient-token.ts'

// Webhooks of email providers, as their documentation describes them: verified, parsed, and matched to the message by the reference that
// each of them returns.

let t: TestApp
let user: TestUser
const ids: Record<string, string> = {}
const urls: Record<string, string> = {}
const texts: Record<string, string | null> = {}
const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const verificationKey = sendgridKeys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const bodies = {
  ses: { provider: 'ses', topicArn },
  sendgrid: { provider: 'sendgrid', verificationKey },
  mailgun: { provider: 'mailgun', signingKey: mailgunKey },
  postmark: { provider: 'postmark' },
} as const
type Provider = keyof typeof bodies
const providers = ['ses', 'sendgrid', 'mailgun', 'postmark'] as const

beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  for (const name of providers) {
    const body = { provider: 'smtp', name, settings: { host: '1.1.1.1' } }
    const made = await t.call<ChannelAccount>('POST', '/api/channels/accounts', { token: user.token, body })
    ids[name] = made.body.data.id
    const hook = (await choose(name)).body.data
    urls[name] = new URL(hook.url ?? '').pathname
    texts[name] = hook.newSecret
  }
  await t.startWorkers()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

const choose = (name: Provider, body: object = bodies[name]) =>
  t.call<AccountHook>('PUT', `/api/channels/accounts/${ids[name]}/hook`, { token: user.token, body })
const state = async (name: Provider) =>
  (await t.call<AccountHook>('GET', `/api/channels/accounts/${ids[name]}/hook`, { token: user.token })).body.data.state

const until = async <T>(look: () => Promise<T | undefined | false | null>): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}

const post = (name: Provider, payload: string, headers: Record<string, string> = {}, type = 'application/json') =>
  t.app.inject({ method: 'POST', url: urls[name] ?? '', payload, headers: { 'content-type': type, ...headers } })

const sendgridHeaders = (body: string, timestamp = String(unixNow()), { privateKey } = sendgridKeys) => ({
  'x-twilio-email-event-webhook-timestamp': timestamp,
  'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString('base64'),
})
const basic = (password = texts['postmark'] ?? '') => ({ authorization: `Basic ${Buffer.from(`imperium:${password}`).toString('base64')}` })

/** A fake SNS: only the requests that we make. */
function respondAsSns(certificate = sns.certificate) {
  return vi
    .spyOn(t.platform.httpOut, 'fetch')
    .mockImplementation(async (url) => new Response(String(url).endsWith('.pem') ? certificate : '<ConfirmSubscriptionResponse/>'))
}

interface Sent {
  sendId: string
  contactId: string
  address: string
  token: string
}

/** A message of a campaign that was handed over. */
async function handedOver(): Promise<Sent> {
  const address = `p${newId()}@example.com`
  const contact = await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email: address } })
  const [campaignId, sendId, contactId] = [newId(), newId(), contact.body.data.id]
  const { orgId } = user
  const run = (statement: string, ...values: string[]) => t.owner.query(statement, [orgId, ...values])
  await run(
    `insert into app.campaigns (org_id, id, name, channel, status, definition, created_by) values ($1, $2, 'Spring', 'email', 'running', '{}', 'Pat')`,
    campaignId,
  )
  await run(
    `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status, total) values ($1, $2, $3, 1, 1, 'sending', 1)`,
    sendId,
    campaignId,
  )
  await run(`insert into app.campaign_chunks (org_id, send_id, chunk, total, sent) values ($1, $2, 0, 1, 1)`, sendId)
  await run(
    `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, address, sent_at)
     values ($1, $2, $3, $4, 0, 'sent', $5, now())`,
    sendId,
    contactId,
    campaignId,
    address,
  )
  return { sendId, contactId, address, token: encodeRecipient(t.platform, { sendId, contactId }) }
}

const statusOf = async ({ sendId }: Sent) =>
  (await t.owner.query<{ status: string }>('select status from app.campaign_recipients where send_id = $1', [sendId])).rows[0]?.status
const suppressionsOf = async ({ address }: Sent) =>
  (
    await t.owner.query<{ reason: string }>('select reason from app.suppressions where address_hash = $1', [
      t.platform.hashAddress(address),
    ])
  ).rows.map(({ reason }) => reason)
const countItems = async () => (await t.owner.query('select from app.inbound_items')).rowCount

const proof: Record<Provider, (body: string) => Record<string, string>> = {
  ses: () => ({}),
  sendgrid: (body) => sendgridHeaders(body),
  mailgun: () => ({}),
  postmark: () => basic(),
}

describe.each(providers)('%s', (name) => {
  const report = (body: string) => post(name, body, proof[name](body), name === 'ses' ? 'text/plain; charset=UTF-8' : undefined)

  test('counts the outcome of a message, and suppresses the address only where it is at fault', async () => {
    respondAsSns()
    const cases = [
      ['delivered', 'delivered', []],
      ['unknown', 'bounced', ['bounced']],
      ['policy', 'failed', []],
      ['complained', 'complained', ['complained']],
      ['unsubscribed', name === 'ses' ? 'failed' : 'unsubscribed', [name === 'ses' ? 'stop' : 'unsubscribed']],
    ] as const
    const sent = await Promise.all(cases.map(() => handedOver()))
    const late = await handedOver()
    for (const [index, [what]] of cases.entries()) {
      const message = sent[index]
      if (!message) throw new Error('no message')
      const body = says[name][what](message)
      // Delivered twice, as providers do that missed our response.
      expect([(await report(body)).statusCode, (await report(body)).statusCode]).toEqual([200, 200])
    }
    expect((await report(says[name].late(late))).statusCode).toBe(200)
    await until(async () => (await Promise.all(sent.map(statusOf))).join() === cases.map(([, status]) => status).join())
    expect(await Promise.all(sent.map(suppressionsOf))).toEqual(cases.map(([, , reasons]) => reasons))
    expect(await statusOf(late)).toBe('sent')
    expect(await state(name)).toMatchObject({ received: 6, unmatched: 0, refused: 0, refusal: null })
  })

  test('accepts a report about a foreign message and counts it as unmatched', async () => {
    respondAsSns()
    const stranger: Sent = { sendId: newId(), contactId: newId(), address: `other${newId()}@example.net`, token: '' }
    expect((await report(says[name].delivered(stranger))).statusCode).toBe(200)
    await until(async () => (await state(name)).unmatched === 1)
    expect((await state(name)).receivedAt).not.toBeNull()
  })

  test('what our mails carry brings the report back to them', async () => {
    const account = await t.platform.db.withOrg(user.orgId, (tx) => findAccount(tx, ids[name] ?? ''))
    expect(account && JSON.stringify(reportHeaders(account, 'abcdefgh234567'))).toContain('abcdefgh234567')
  })
})

test('refuses a call without a valid signature, and records only the reason', async () => {
  const fetched = respondAsSns()
  const message = await handedOver()
  const before = await countItems()
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const batch = says.sendgrid.unknown(message)
  const stale = String(unixNow() - 30 * 3_600)
  const once = { token: newId() }
  expect(
    (await post('mailgun', mailgunBody({ id: newId(), event: 'opened', timestamp: 1, recipient: 'x@example.com' }, once))).statusCode,
  ).toBe(200)
  const forged = createSnsSigner()
  const expired = createSnsSigner(new Date(Date.now() - 86_400_000))
  const certificateOf = (file: string) => ({ SigningCertURL: `https://sns.eu-west-1.amazonaws.com/${file}.pem` })
  const calls: [Provider, string, () => Promise<{ statusCode: number }>][] = [
    ['sendgrid', 'signature', () => post('sendgrid', batch)],
    ['sendgrid', 'signature', () => post('sendgrid', batch, sendgridHeaders(batch, undefined, other))],
    ['sendgrid', 'signature', () => post('sendgrid', `${batch} `, sendgridHeaders(batch))],
    ['sendgrid', 'stale', () => post('sendgrid', batch, sendgridHeaders(batch, stale))],
    ['mailgun', 'signature', () => post('mailgun', mailgunBody({}, { key: 'another' }))],
    ['mailgun', 'signature', () => post('mailgun', '{}')],
    ['mailgun', 'stale', () => post('mailgun', mailgunBody({}, { timestamp: stale }))],
    // Its signature is right, and was for another event.
    [
      'mailgun',
      'replayed',
      () => post('mailgun', mailgunBody({ id: newId(), event: 'complained', timestamp: 1, recipient: message.address }, once)),
    ],
    ['postmark', 'signature', () => post('postmark', says.postmark.unknown(message))],
    ['postmark', 'signature', () => post('postmark', says.postmark.unknown(message), basic('wrong'))],
    ['ses', 'signature', () => post('ses', '{"notificationType":"Bounce"}')],
    ['ses', 'topic', () => post('ses', snsBody('{}', { TopicArn: `${topicArn}-of-another` }))],
    ['ses', 'signature', () => post('ses', snsBody('{}', { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.example.com/x.pem' }))],
    ['ses', 'signature', () => post('ses', snsBody('{}', { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/x.pem' }))],
    ['ses', 'signature', () => post('ses', snsBody(says.ses.unknown(message), {}, forged))],
    [
      'ses',
      'signature',
      () => {
        fetched.mockResolvedValueOnce(new Response(expired.certificate))
        return post('ses', snsBody('{}', certificateOf('expired'), expired))
      },
    ],
  ]
  for (const [name, refusal, call] of calls) {
    const { refused } = await state(name)
    expect([name, refusal, (await call()).statusCode]).toEqual([name, refusal, 401])
    expect(await state(name)).toMatchObject({ refused: refused + 1, refusal })
  }
  expect(fetched.mock.calls.map(([url]) => new URL(String(url)).hostname)).toEqual(['sns.eu-west-1.amazonaws.com'])
  expect([await countItems(), await statusOf(message)]).toEqual([before, 'sent'])
})

test('rejects a malformed body, and accepts a type without new information', async () => {
  respondAsSns()
  const odd = '{"events":[]}'
  expect((await post('sendgrid', odd, sendgridHeaders(odd))).statusCode).toBe(400)
  expect((await post('postmark', '{"RecordType":"Other"}', basic())).statusCode).toBe(400)
  expect((await post('mailgun', mailgunBody({ event: 'delivered' }))).statusCode).toBe(400)
  expect((await post('ses', snsBody({ hello: 1 }))).statusCode).toBe(400)
  expect((await post('postmark', '{"RecordType":"Open","MessageID":"x","FirstOpen":true}', basic())).statusCode).toBe(200)
  expect((await post('ses', snsBody('Successfully validated SNS topic for Amazon SES event publishing.'))).statusCode).toBe(200)
})

test('confirms a topic subscription with SNS only; asks for a retry where SNS cannot be reached', async () => {
  const fetched = respondAsSns()
  const subscribe = (SubscribeURL: string, more: Record<string, string> = {}) =>
    post(
      'ses',
      snsBody('You have chosen to subscribe', {
        Type: 'SubscriptionConfirmation',
        Token: 'abc',
        SubscribeURL,
        SignatureVersion: '1',
        ...more,
      }),
    )
  const address = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=abc`
  expect((await subscribe(address)).statusCode).toBe(200)
  expect(String(fetched.mock.calls.at(-1)?.[0])).toBe(address)
  const request = fetched.mock.calls.length
  expect((await subscribe('https://example.com/?Action=ConfirmSubscription')).statusCode).toBe(401)
  expect((await subscribe(address, { TopicArn: `${topicArn}2` })).statusCode).toBe(401)
  expect(fetched.mock.calls).toHaveLength(request)
  fetched.mockResolvedValueOnce(new Response('', { status: 500 }))
  expect((await subscribe(address)).statusCode).toBe(503)
})

test('changes the provider together with its key; keeps a key that is left blank, and deletes it with its provider', async () => {
  const shown = await choose('sendgrid', { provider: 'sendgrid', verificationKey: '' })
  expect([shown.status, shown.body.data.hasSecret, shown.body.data.newSecret]).toEqual([200, true, null])
  expect(JSON.stringify(shown.body)).not.toContain(verificationKey)
  expect((await choose('sendgrid', { provider: 'sendgrid', verificationKey: 'MFkwTooShort' })).body.errors).toEqual([
    { path: 'verificationKey', message: expect.stringContaining('not the verification key') as string },
  ])
  expect((await choose('mailgun', { provider: 'ses', topicArn: 'arn:aws:sqs:eu-west-1:1:x' })).status).toBe(422)
  expect((await choose('mailgun', { provider: 'postmark' })).body.data).toMatchObject({
    signedBy: 'postmark',
    userName: 'reports',
    newSecret: expect.any(String) as string,
  })
  // The previous provider's key was deleted with it.
  expect((await choose('mailgun', { provider: 'mailgun', signingKey: '' })).status).toBe(422)
  const renewed = await t.call<AccountHook>('POST', `/api/channels/accounts/${ids['sendgrid']}/hook`, { token: user.token })
  expect(renewed.body.data).toMatchObject({ hasSecret: true, newSecret: null })
  // The account's other settings leave it as it is.
  const path = `/api/channels/accounts/${ids['sendgrid']}`
  const changed = await t.call<ChannelAccount>('PUT', path, {
    token: user.token,
    body: { provider: 'smtp', settings: { host: '1.1.1.1', port: 25 } },
  })
  expect(changed.body.data.settings).toMatchObject({ port: 25, reports: 'sendgrid' })
})

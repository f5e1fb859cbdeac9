import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountHook, ChannelAccount, CreatedAccount, WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import type { EmailSettings, Sender, SendingDomain } from '@imperium/contract/channels/senders.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { dkimKeyFor, footerOf, reportHealth, resolveAccount, resolveSender, transportFor } from './index.ts'
import { rewrapChannelSecrets } from './accounts/rewrap-secrets.ts'

let t: TestApp
let user: TestUser
const txt = new Map<string, string[]>()
beforeAll(async () => {
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1:1' } })
  Object.assign(t.platform, { dns: { readTxt: async (name: string) => txt.get(name) ?? [] } })
  user = await t.register()
})
afterAll(() => t.close())

const ask = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as = user) =>
  t.call<T>(method, `/api/channels${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
const twilio = (more: object = {}) => ({
  provider: 'twilio',
  name: 'SMS',
  settings: { baseUrl: 'https://1.1.1.1', accountSid: 'AC1', from: '+12025550100' },
  secret: { authToken: 'a-very-secret-token-1234' },
  ...more,
})
const make = async (body: object): Promise<CreatedAccount> => {
  const response = await ask<CreatedAccount>('POST', '/accounts', body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const inOrg = <T>(work: Parameters<typeof t.platform.db.withOrg<T>>[1], as = user) => t.platform.db.withOrg(as.orgId, work)

test('gives a new organization an account on every channel that sends nothing off the machine', async () => {
  const { data } = (await ask<ChannelAccount[]>('GET', '/accounts')).body
  expect(
    data.map(({ channel, provider, isSandbox, isDefault, unknownPolicy }) => [channel, provider, isSandbox, isDefault, unknownPolicy]),
  ).toEqual([
    ['email', 'platform-smtp', true, true, 'repeat'],
    ['sms', 'sandbox', true, true, 'hold'],
    ['webhook', 'sandbox', true, true, 'hold'],
    ['whatsapp', 'sandbox', true, true, 'hold'],
  ])
  for (const { channel, id } of data) expect((await inOrg((tx) => resolveAccount(tx, channel, null))).id).toBe(id)
})

describe('accounts', () => {
  test('seals secrets, never returns them, and shows at most the first 8 and last 4 characters', async () => {
    const made = await make(twilio())
    expect(made.secretHint).toMatch(/^.{1,8}••••.{1,4}$/)
    const all = JSON.stringify((await ask('GET', '/accounts')).body)
    expect(all).not.toContain('a-very-secret-token-1234')
    const { rows } = await t.owner.query<{ secret: string }>('select secret from app.channel_accounts where id = $1', [made.id])
    expect(rows[0]?.secret).toMatch(/^v1\./)
    expect(rows[0]?.secret).not.toContain('secret-token')
    const { rows: audits } = await t.owner.query<{ text: string }>(
      "select row_to_json(a)::text as text from app.audit_log a where org_id = $1 and action like 'channels.%'",
      [user.orgId],
    )
    expect(audits.length).toBeGreaterThan(0)
    for (const { text } of audits) expect(text).not.toContain('a-very-secret-token-1234')
  })

  test('a webhook without a secret gets one, shown once', async () => {
    const made = await make({ provider: 'webhook', name: 'Hook', settings: { url: 'https://1.1.1.1/in' } })
    expect(made.newSecret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(JSON.stringify((await ask('GET', '/accounts')).body)).not.toContain(made.newSecret)
  })

  test.each<[string, object, string]>([
    ['no token', twilio({ secret: {} }), 'secret.authToken'],
    ['no from', twilio({ settings: { accountSid: 'AC1' } }), 'settings.from'],
    ['a private API', twilio({ settings: { baseUrl: 'http://10.0.0.1', accountSid: 'AC1', from: '+12025550100' } }), 'settings.baseUrl'],
    ['a webhook inside', { provider: 'webhook', name: 'x', settings: { url: 'http://169.254.169.254/latest' } }, 'settings.url'],
    ['a mail server inside', { provider: 'smtp', name: 'x', settings: { host: '127.0.0.1', port: 25 } }, 'settings.host'],
    [
      'a mail server inside, otherwise written',
      { provider: 'smtp', name: 'x', settings: { host: '[::ffff:127.0.0.1]', port: 25 } },
      'settings.host',
    ],
    [
      'a mailbox inside',
      { provider: 'smtp', name: 'x', settings: { host: '1.1.1.1' }, inbound: { host: '10.1.1.1', username: 'a', password: 'b' } },
      'inbound.host',
    ],
    ['a user without password', { provider: 'smtp', name: 'x', settings: { host: '1.1.1.1', username: 'a' } }, 'secret.password'],
    [
      'a mailbox without password',
      { provider: 'smtp', name: 'x', settings: { host: '1.1.1.1' }, inbound: { host: '1.1.1.1', username: 'a' } },
      'inbound.password',
    ],
    [
      'a short signing secret',
      { provider: 'webhook', name: 'x', settings: { url: 'https://1.1.1.1' }, secret: { signingSecret: 'short' } },
      'secret.signingSecret',
    ],
    ['a sandbox of its own', { provider: 'sandbox', name: 'x' }, 'provider'],
    ['no rate at all', twilio({ ratePerSecond: 0 }), 'ratePerSecond'],
  ])('refused: %s', async (_name, body, path) => {
    const response = await ask('POST', '/accounts', body)
    expect([response.status, response.body.errors?.map((each) => each.path)], JSON.stringify(response.body)).toEqual([422, [path]])
  })

  test('accepts an address that the operator allows', async () => {
    expect((await ask('POST', '/accounts', { provider: 'smtp', name: 'Near', settings: { host: '127.0.0.1', port: 1 } })).status).toBe(201)
  })

  test('requires a stored secret again for another server', async () => {
    const made = await make(twilio())
    const change = (settings: object, secret?: object) =>
      ask('PUT', `/accounts/${made.id}`, { provider: 'twilio', settings, ...(secret ? { secret } : {}) })
    const elsewhere = { baseUrl: 'https://8.8.8.8', accountSid: 'AC1', from: '+12025550100' }
    expect((await change({ ...elsewhere, baseUrl: 'https://1.1.1.1', from: '+12025550199' })).status).toBe(200)
    const refused = await change(elsewhere)
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'secret.authToken'])
    expect((await change(elsewhere, { authToken: 'another-token-of-the-other' })).status).toBe(200)
  })

  test('rejects stale writes, foreign providers and changes that the default forbids', async () => {
    const made = await make(twilio())
    const put = (body: object) => ask<ChannelAccount>('PUT', `/accounts/${made.id}`, { provider: 'twilio', ...body })
    expect((await put({ name: 'New', updatedAt: made.updatedAt })).status).toBe(200)
    expect((await put({ name: 'Newer', updatedAt: made.updatedAt })).body.code).toBe('STALE_WRITE')
    expect((await ask('PUT', `/accounts/${made.id}`, { provider: 'webhook' })).status).toBe(422)
    expect((await put({ isDefault: true })).body.data.isDefault).toBe(true)
    expect((await put({ isDefault: false })).status).toBe(409)
    expect((await put({ isActive: false })).status).toBe(409)
    expect((await ask('DELETE', `/accounts/${made.id}`)).status).toBe(409)
    const sandbox = (await ask<ChannelAccount[]>('GET', '/accounts')).body.data.find(
      ({ channel, provider }) => channel === 'sms' && provider === 'sandbox',
    )
    expect(sandbox?.isDefault).toBe(false)
    expect((await ask('DELETE', `/accounts/${sandbox?.id}`)).status).toBe(409)
    expect((await ask('PUT', `/accounts/${sandbox?.id}`, { provider: 'sandbox', isDefault: true })).status).toBe(200)
    expect((await ask('DELETE', `/accounts/${made.id}`)).status).toBe(200)
    await expect(inOrg((tx) => resolveAccount(tx, 'sms', made.id))).rejects.toMatchObject({ status: 404 })
  })

  test('the circuit breaker: five failures in a row, twice as long each time, ten minutes at most, over with the first success', async () => {
    const { id } = await inOrg((tx) => resolveAccount(tx, 'webhook', null))
    const report = (health: Parameters<typeof reportHealth>[3]) => inOrg((tx) => reportHealth(t.platform, tx, id, health))
    const start = new Date('2030-01-01T00:00:00Z')
    let now = start
    Object.assign(t.platform, { clock: { now: () => now } })
    try {
      const waits: (number | null)[] = []
      const late: [Date | null, Date | null][] = []
      for (let failure = 1; failure <= 12; failure++) {
        const until = await report({ ok: false, reason: `broken ${failure}` })
        waits.push(until && (until.getTime() - now.getTime()) / 1_000)
        // While the account is paused, failures of messages in flight do not extend the pause.
        late.push([until, until && (await report({ ok: false, reason: 'late' }))])
        now = new Date((until ?? now).getTime() + 1)
      }
      for (const [until, after] of late) expect(after).toEqual(until)
      expect(waits.slice(0, 4)).toEqual([null, null, null, null])
      expect(waits[4]).toBe(30)
      expect(Math.max(...waits.map((wait) => wait ?? 0))).toBe(600)
      expect(waits.slice(4)).toEqual(waits.slice(4).toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    } finally {
      Object.assign(t.platform, { clock: { now: () => new Date() } })
    }
    const health = async () => (await ask<ChannelAccount[]>('GET', '/accounts')).body.data.find((each) => each.id === id)?.health
    expect(await health()).toMatchObject({ state: 'resting', lastError: 'late' })
    expect((await ask<ChannelAccount>('POST', `/accounts/${id}/resume`)).body.data.health.state).toBe('ok')
    await report({ ok: false, reason: 'once' })
    expect(await health()).toMatchObject({ state: 'failing', failures: 1, restsUntil: null })
    expect(await report({ ok: true })).toBeNull()
    expect(await health()).toEqual({ state: 'ok', failures: 0, restsUntil: null, lastError: '' })
  })

  test('keeps one transport per account version; a change creates another', async () => {
    const made = await make(twilio())
    const load = () => inOrg((tx) => resolveAccount(tx, 'sms', made.id))
    const first = transportFor(t.platform, await load())
    expect(transportFor(t.platform, await load())).toBe(first)
    await ask('PUT', `/accounts/${made.id}`, { provider: 'twilio', ratePerSecond: 3 })
    expect(transportFor(t.platform, await load())).not.toBe(first)
  })

  test('sends a real test message, audits it, and returns its failure as a result', async () => {
    const { id } = await inOrg((tx) => resolveAccount(tx, 'sms', null))
    const test = (to: string) => ask<{ success: boolean; message: string }>('POST', `/accounts/${id}/test`, { to, text: 'Hello there' })
    expect((await test('nobody')).body.errors?.[0]?.path).toBe('to')
    expect((await test('+12025550100')).body.data).toMatchObject({
      success: true,
      message: 'Kept in the sandbox. Nothing left this server.',
    })
    expect((await test('+12025550110')).body.data).toMatchObject({ success: false })
    const { rows } = await t.owner.query('select recipient, body from app.sandbox_messages where org_id = $1', [user.orgId])
    expect(rows).toEqual([{ recipient: '+12025550100', body: 'Hello there' }])
    const { rows: acts } = await t.owner.query(
      "select 1 from app.audit_log where org_id = $1 and action = 'channels.testAccount' and outcome = 'success'",
      [user.orgId],
    )
    expect(acts.length).toBe(2)
  })
})

describe('sending domains', () => {
  test('creates a key, shows the DNS records, and verifies the domain', async () => {
    const made = (await ask<SendingDomain>('POST', '/domains', { domain: 'News.Example.org' })).body.data
    expect([made.domain, made.isVerified, made.records.map(({ purpose }) => purpose)]).toEqual([
      'news.example.org',
      false,
      ['dkim', 'spf', 'dmarc'],
    ])
    expect((await ask('POST', '/domains', { domain: 'news.example.org' })).status).toBe(409)
    expect(await inOrg((tx) => dkimKeyFor(t.platform, tx, 'news.example.org'))).toBeNull()
    const [dkim] = made.records
    txt.set(dkim?.name ?? '', [dkim?.value ?? ''])
    txt.set('_dmarc.example.org', ['v=DMARC1; p=reject'])
    const checked = (await ask<SendingDomain>('POST', `/domains/${made.id}/check`)).body.data
    expect([checked.isVerified, checked.records.map(({ ok }) => ok)]).toEqual([true, [true, false, true]])
    const key = await inOrg((tx) => dkimKeyFor(t.platform, tx, 'mail.news.example.org'))
    expect(key).toMatchObject({ domain: 'news.example.org', selector: made.selector })
    expect(key?.privateKey).toContain('BEGIN PRIVATE KEY')
    expect(await inOrg((tx) => dkimKeyFor(t.platform, tx, 'example.org'))).toBeNull()
    expect(await inOrg((tx) => dkimKeyFor(t.platform, tx, 'xnews.example.org'))).toBeNull()
  })

  test('keeps a domain verified for three days without its key, then not', async () => {
    const made = (await ask<SendingDomain>('POST', '/domains', { domain: 'gone.example.org' })).body.data
    const record = made.records[0]
    const check = async () => (await ask<SendingDomain>('POST', `/domains/${made.id}/check`)).body.data.isVerified
    txt.set(record?.name ?? '', [record?.value ?? ''])
    expect(await check()).toBe(true)
    txt.delete(record?.name ?? '')
    expect(await check()).toBe(true)
    await t.owner.query(
      `update app.sending_domains set checks = jsonb_set(checks, '{failingSince}', to_jsonb(now() - interval '73 hours')) where id = $1`,
      [made.id],
    )
    expect(await check()).toBe(false)
  })

  test('changes nothing when the DNS does not respond', async () => {
    const made = (await ask<SendingDomain>('POST', '/domains', { domain: 'slow.example.org' })).body.data
    const { dns } = t.platform
    Object.assign(t.platform, { dns: { readTxt: async () => Promise.reject(new Error('timeout')) } })
    try {
      expect((await ask('POST', `/domains/${made.id}/check`)).status).toBe(503)
      const [row] = (await ask<SendingDomain[]>('GET', '/domains')).body.data.filter(({ id }) => id === made.id)
      expect([row?.checkedAt, row?.isVerified]).toEqual([null, false])
    } finally {
      Object.assign(t.platform, { dns })
    }
  })
})

describe('senders', () => {
  test('verifies a sender by its domain or by email, or not at all; the first is the default', async () => {
    const other = await t.register()
    const add = (email: string, more: object = {}) => ask<Sender>('POST', '/senders', { name: 'N', email, ...more }, other)
    const first = (await add('first@nowhere.example')).body.data
    expect(first).toMatchObject({ isDefault: true, isVerified: false, verifiedBy: 'none' })
    expect(first.letterSentAt).not.toBeNull()
    expect((await add('First@Nowhere.example')).status).toBe(409)
    expect((await add('a@b@c.example')).status).toBe(422)
    const domain = (await ask<SendingDomain>('POST', '/domains', { domain: 'own.example' }, other)).body.data
    await t.owner.query('update app.sending_domains set verified_at = now() where id = $1', [domain.id])
    const second = (await add('second@mail.own.example', { isDefault: true })).body.data
    expect(second).toMatchObject({ isDefault: true, isVerified: true, verifiedBy: 'domain', letterSentAt: null })
    // A domain with the same ending is a different domain.
    expect((await add('third@notown.example')).body.data.isVerified).toBe(false)
    expect(await inOrg((tx) => resolveSender(tx, null), other)).toMatchObject({
      email: 'second@mail.own.example',
      domain: 'mail.own.example',
    })
    expect((await inOrg((tx) => resolveSender(tx, first.id), other))?.verifiedAt).toBeNull()
    expect((await ask('DELETE', `/senders/${second.id}`, undefined, other)).status).toBe(409)
    expect(await inOrg((tx) => resolveSender(tx, first.id))).toBeNull()
  })

  test('accepts the link of the email once, for its organization, for seven days', async () => {
    await t.startWorkers()
    const other = await t.register()
    const { id } = (await ask<Sender>('POST', '/senders', { name: 'N', email: 'owner@box.example' }, other)).body.data
    const emailMessage = async () => {
      const { rows } = await t.owner.query<{ body_text: string }>(
        "select body_text from app.sandbox_mail where org_id = $1 and recipient = 'owner@box.example'",
        [other.orgId],
      )
      return rows.map((row) => /#token=(\S+)/.exec(row.body_text)?.[1] ?? '')
    }
    await expect.poll(emailMessage).toHaveLength(1)
    const [token = ''] = await emailMessage()
    const verify = (given: string) => t.call('POST', '/api/channels/verify-sender', { body: { token: given } })
    const secret = token.split('.')[1] ?? ''
    expect(token.startsWith(other.orgId)).toBe(true)
    for (const bad of ['', 'x', `${user.orgId}.${secret}`, `${other.orgId}.`, `${other.orgId}.${secret}x`, `${token}.1`])
      expect((await verify(bad)).status, bad).toBe(422)
    await t.owner.query("update app.senders set verify_sent_at = now() - interval '8 days' where id = $1", [id])
    expect((await verify(token)).status).toBe(422)
    await t.owner.query('update app.senders set verify_sent_at = now() where id = $1', [id])
    expect((await verify(token)).body.data).toMatchObject({ email: 'owner@box.example' })
    expect((await verify(token)).status).toBe(422)
    expect((await ask('POST', `/senders/${id}/verify`, undefined, other)).status).toBe(409)
  })
})

test('a footer that cannot be filled in is refused when it is saved, with its place', async () => {
  const save = (footerText: string) => ask<EmailSettings>('PUT', '/email-settings', { footerText })
  const refused = async (footerText: string, message: RegExp) =>
    expect(await save(footerText)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'footerText', message: expect.stringMatching(message) as string }] },
    })
  await refused('Yours,\n{% if first_name %}', /^Line 2, column 1: .+/)
  await refused('{{ first_name | shout }}', /shout/)
  await refused('Hi {{ firstname }}', /^There is no merge field firstname$/)
  expect((await save('{% if first_name %}{{ first_name }}, {% endif %}{{ organization.name }} {{ unsubscribe_url }}')).status).toBe(200)
})

test('email settings, and the footer with the postal address of the profile', async () => {
  const other = await t.register({ organizationName: 'Footer Works' })
  const before = (await ask<EmailSettings>('GET', '/email-settings', undefined, other)).body.data
  expect(before).toEqual({
    footerText: '',
    trackOpens: true,
    trackClicks: true,
    launchLimit: 1000,
    postalAddress: '',
    isSandbox: true,
    updatedAt: null,
  })
  const saved = (
    await ask<EmailSettings>('PUT', '/email-settings', { footerText: 'Hi {{ first_name }}', trackOpens: false, updatedAt: null }, other)
  ).body.data
  expect(saved).toMatchObject({ footerText: 'Hi {{ first_name }}', trackOpens: false, trackClicks: true })
  expect((await ask('PUT', '/email-settings', { launchLimit: 5, updatedAt: '2020-01-01T00:00:00.000Z' }, other)).body.code).toBe(
    'STALE_WRITE',
  )
  expect((await ask('PUT', '/email-settings', { launchLimit: 5, updatedAt: saved.updatedAt }, other)).status).toBe(200)
  await t.owner.query(
    "update auth.organizations set legal_name = 'Footer GmbH', address = E'Street 1\n2nd floor', city = 'Graz', country = 'Austria' where id = $1",
    [other.orgId],
  )
  expect(await inOrg((tx) => footerOf(tx), other)).toEqual({
    text: 'Hi {{ first_name }}',
    organizationName: 'Footer Works',
    postalAddress: 'Footer GmbH, Street 1 2nd floor, Graz, Austria',
  })
})

test('WhatsApp templates in the sandbox', async () => {
  const { id: accountId } = await inOrg((tx) => resolveAccount(tx, 'whatsapp', null))
  const add = (name: string, body: string, more: object = {}) =>
    ask<WhatsappTemplate>('POST', '/whatsapp-templates', { accountId, name, body, ...more })
  expect((await add('order_shipped', 'Hello {{1}}, {{2}} is on its way')).body.data).toMatchObject({
    status: 'APPROVED',
    variables: 2,
    language: 'en',
  })
  expect((await add('order_rejected', 'Hello')).body.data).toMatchObject({ status: 'REJECTED' })
  expect((await add('order_shipped', 'Again')).status).toBe(409)
  expect((await add('order_shipped', 'Hallo {{1}}', { language: 'de' })).status).toBe(201)
  for (const body of ['{{2}} without one', '{{0}}', '']) expect((await add('bad', body)).status, body).toBe(422)
  const { id: sms } = await inOrg((tx) => resolveAccount(tx, 'sms', null))
  expect((await ask('POST', '/whatsapp-templates', { accountId: sms, name: 'x', body: 'y' })).status).toBe(409)
})

test('creates provider addresses with the account; a renewal disables the old one', async () => {
  const made = await make(twilio())
  const read = async () => (await ask<AccountHook>('GET', `/accounts/${made.id}/hook`)).body.data
  const first = await read()
  expect([first.signedBy, first.newSecret, first.url?.startsWith('http://localhost:3000/api/hooks/')]).toEqual(['twilio', null, true])
  const renewed = (await ask<AccountHook>('POST', `/accounts/${made.id}/hook`)).body.data
  expect(renewed.url).not.toBe(first.url)
  const post = (url: string | null) => t.call('POST', new URL(url ?? '').pathname, { body: {} })
  expect((await post(first.url)).status).toBe(404)
  expect((await post(renewed.url)).status).toBe(401)
})

test('reseals secrets under another key in every table', async () => {
  const keys = await import('../../platform/crypto/crypto.ts')
  const { rows } = await t.owner.query<{ id: string; secret: string }>(
    'select id, secret from app.channel_accounts where secret is not null limit 1',
  )
  const { keyRing } = t.platform
  const next = keys.newKey()
  const notify = keys.createKeyRing({
    current: next,
    previous: [t.platform.config ? (await import('../../testing/test-secrets.ts')).testSecrets.encryptionKey : ''],
  })
  Object.assign(t.platform, { keyRing: notify })
  try {
    const result = await t.platform.db.withSystem((tx) => rewrapChannelSecrets(t.platform, tx))
    expect([result.rewrapped > 3, result.unreadable]).toEqual([true, []])
    const after = await t.owner.query<{ secret: string }>('select secret from app.channel_accounts where id = $1', [rows[0]?.id])
    expect(after.rows[0]?.secret).not.toBe(rows[0]?.secret)
    expect(notify.needsRotation(after.rows[0]?.secret ?? '')).toBe(false)
    const again = await t.platform.db.withSystem((tx) => rewrapChannelSecrets(t.platform, tx))
    expect(again.rewrapped).toBe(0)
  } finally {
    Object.assign(t.platform, { keyRing })
  }
})

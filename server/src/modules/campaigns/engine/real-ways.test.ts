import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { newId } from '../../../platform/ids.ts'
import { startScriptedSmtp } from '../../../platform/mail/testing/scripted-smtp.ts'
import type { ScriptedSmtp } from '../../../platform/mail/testing/scripted-smtp.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { arrangeMailing, until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { makeDue, launch, numbersOf, recipientsOf } from './test-sends.ts'
import { inboundReceived } from '../../channels/index.ts'

// Campaigns with the real workers, consent, quiet hours and transports, against local servers that speak the providers' protocols.

type Response = (request: IncomingMessage, body: string) => { status: number; body: object; headers?: Record<string, string> }

interface Provider {
  url: string
  /** Paths and bodies of received requests. */
  seen: { path: string; authorization: string; body: string }[]
  server: Server
}

let t: TestApp
let smtp: ScriptedSmtp
const clock = createFakeClock()
const hour = 3_600_000
const day = 24 * hour
/** The next noon UTC: night begins in Tokyo and has not ended in Phoenix, whenever the test runs. Neither zone has summer time. */
const noon = Math.ceil((Date.now() - day / 2) / day) * day + day / 2
const providers: Provider[] = []
/** Recipients that the email server deferred once each. */
const requested = new Set<string>()
const isSlowed = (address: string) => Number(/\d+/.exec(address)?.[0] ?? 1) % 10 < 3

beforeAll(async () => {
  clock.advance(noon - Date.now())
  const last = new Map<number, string>()
  smtp = await startScriptedSmtp({
    // 30 % are throttled: half of them before their content, half after it.
    answer: (command, { connection, inContent }) => {
      const to = /^RCPT TO:<([^>]*)>/i.exec(command)?.[1]
      if (to !== undefined) last.set(connection, to)
      const address = to ?? (inContent ? last.get(connection) : undefined)
      if (!address || !/^person\d+@/.test(address) || !isSlowed(address) || requested.has(address)) return undefined
      const isEarly = Number(/\d+/.exec(address)?.[0]) % 2 === 0
      if (isEarly !== (to !== undefined)) return undefined
      requested.add(address)
      return isEarly ? '450 4.7.1 Rate limited, slow down' : '451 4.7.0 Too many messages from you'
    },
  })
  t = await createTestApp({
    clock,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}?starttls=never`,
      EGRESS_ALLOW: '127.0.0.0/8',
      CAMPAIGN_IN_FLIGHT: '25',
      CAMPAIGN_RETRY_MS: '50,100',
    },
  })
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  await smtp.close()
  for (const { server } of providers) {
    server.closeAllConnections()
    server.close()
  }
})

async function startProvider(reply: Response): Promise<Provider> {
  const seen: Provider['seen'] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => {
      seen.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body })
      const { status, body: json, headers = {} } = reply(request, body)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const made = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server }
  providers.push(made)
  return made
}

const post = async <T = { id: string }>(user: TestUser, path: string, body: object): Promise<T> => {
  const reply = await t.call<T>('POST', `/api${path}`, { token: user.token, body })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body.data
}

async function addContact(user: TestUser, channel: string, phone: string, fields: object = {}): Promise<void> {
  const { id } = await post(user, '/contacts', { phone, firstName: 'Ada', ...fields })
  await post(user, `/contacts/${id}/consents`, { channel, purpose: 'marketing', source: 'manual', proof: 'Said so' })
}

async function send(user: TestUser, channel: string, content: object): Promise<string> {
  const definition = { content, audience: { kind: 'all' } }
  const { id } = await post<Campaign>(user, '/campaigns', { name: 'Spring', channel, definition })
  await post(user, `/campaigns/${id}/send`, {})
  const { rows } = await t.owner.query<{ id: string }>('select id from app.campaign_sends where campaign_id = $1', [id])
  return rows[0]?.id ?? ''
}

/** Makes paused accounts and deferred recipients due now, because a test cannot wait. */
const makeDueNow = async (sendId: string) => {
  await t.owner.query(`delete from app.send_buckets where key like 'rest:%'`)
  await makeDue(t, sendId)
}
const finish = (sendId: string, ms = 30_000) =>
  until(
    async () => {
      await makeDueNow(sendId)
      const numbers = await numbersOf(t, sendId)
      return numbers.status === 'completed' && numbers
    },
    ms,
    50,
  )

test(
  'a mail server that throttles 30 % of the messages delays them: all arrive, none failed, none twice',
  { timeout: 60_000 },
  async () => {
    const { orgId } = await t.register()
    const query = async <T extends object>(text: string, values: unknown[] = []) => (await t.owner.query<T>(text, values)).rows
    const campaignId = await arrangeMailing({ query }, orgId, { contacts: 100 })
    const sendId = await launch(t.platform, orgId, campaignId)
    expect(await finish(sendId, 50_000)).toMatchObject({ sent: 100, delivered: 100, failed: 0, held: 0, repeats: 0, campaign: 'completed' })
    expect(requested.size).toBe(30)
    const got = smtp.taken.map(({ to }) => to).filter((to) => /^person\d+@/.test(to))
    expect([got.length, new Set(got).size]).toEqual([100, 100])
    // No attempt was spent: a provider that asks to slow down is not failing.
    const { rows } = await t.owner.query('select distinct attempts, copies from app.campaign_recipients where send_id = $1', [sendId])
    expect(rows).toEqual([{ attempts: 0, copies: 0 }])
  },
)

test('keeps the frequency cap when two campaigns are sent concurrently', { timeout: 60_000 }, async () => {
  const { orgId } = await t.register()
  const query = async <T extends object>(text: string, values: unknown[] = []) => (await t.owner.query<T>(text, values)).rows
  await query('insert into app.contact_settings (org_id, cap_messages, cap_days) values ($1, 1, 7)', [orgId])
  const campaigns = [await arrangeMailing({ query }, orgId, { contacts: 60 }), await arrangeMailing({ query }, orgId, { contacts: 60 })]
  const sends = await Promise.all(campaigns.map((each) => launch(t.platform, orgId, each)))
  const numbers = [await finish(sends[0] ?? ''), await finish(sends[1] ?? '')]
  expect(numbers.reduce((sum, { sent }) => sum + sent, 0)).toBe(60)
  const twice = await query(
    'select contact_id from app.campaign_recipients where org_id = $1 and sent_at is not null group by 1 having count(*) > 1',
    [orgId],
  )
  expect(twice).toEqual([])
  expect(await query(`select distinct reason from app.campaign_recipients where org_id = $1 and status = 'skipped'`, [orgId])).toEqual([
    { reason: 'cap' },
  ])
})

test('sends SMS through a Twilio-compatible server; defers on 429, suppresses the number on 21211, and records a status report', async () => {
  const user = await t.register()
  let slowed = 0
  const { url, seen } = await startProvider((_request, body) => {
    const to = new URLSearchParams(body).get('To') ?? ''
    if (to.endsWith('3') && slowed++ === 0)
      return { status: 429, body: { code: 20429, message: 'Too many requests' }, headers: { 'retry-after': '1' } }
    if (to.endsWith('4')) return { status: 400, body: { code: 21211, message: 'Invalid To' } }
    return { status: 201, body: { sid: `SM${to.slice(1)}`, status: 'queued', price: '-0.0075', price_unit: 'USD' } }
  })
  const account = await post(user, '/channels/accounts', {
    provider: 'twilio',
    name: 'Texts',
    isDefault: true,
    acceptanceDelivers: false,
    settings: { baseUrl: url, accountSid: 'AC1', from: '+15005550006' },
    secret: { authToken: 'token-of-the-account' },
  })
  for (let n = 1; n <= 6; n++) await addContact(user, 'sms', `+44207946000${n}`)
  const sendId = await send(user, 'sms', { text: 'Hello {{ first_name }}' })
  const numbers = await finish(sendId)
  expect(numbers).toMatchObject({ total: 6, sent: 6, bounced: 1, failed: 0, delivered: 0, repeats: 0 })
  const sent = seen.map(({ body }) => Object.fromEntries(new URLSearchParams(body)) as Record<string, string>)
  expect(sent.map(({ To }) => To ?? '').toSorted()).toEqual([1, 2, 3, 3, 4, 5, 6].map((n) => `+44207946000${n}`))
  expect(sent[0]).toMatchObject({ From: '+15005550006', Body: expect.stringMatching(/^Hello Ada .*STOP/) as string })
  expect(seen[0]).toMatchObject({
    path: '/2010-04-01/Accounts/AC1/Messages.json',
    authorization: `Basic ${btoa('AC1:token-of-the-account')}`,
  })
  expect(await recipientsOf(t, sendId)).toEqual({ sent: 5, 'bounced:bounced': 1 })
  const { rows } = await t.owner.query<{ cost: number }>(
    'select sum(cost_micros)::int as cost from app.campaign_chunks where send_id = $1',
    [sendId],
  )
  expect(rows[0]?.cost).toBe(5 * 7_500)
  // The provider reports the outcome of one message later, by its own message id.
  await t.platform.db.withOrg(user.orgId, async (tx) => {
    const itemId = newId()
    const data = JSON.stringify({ providerId: 'SM442079460001', status: 'delivered', originalRecipient: '+442079460001' })
    const values = { org_id: user.orgId, id: itemId, account_id: account.id, channel: 'sms', kind: 'status', external_id: itemId, data }
    await tx.insertInto('inbound_items').values(values).execute()
    await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'status', channel: 'sms' })
  })
  await until(async () => (await numbersOf(t, sendId)).delivered === 1)
  const again = await send(user, 'sms', { text: 'Once more' })
  await finish(again)
  expect(await recipientsOf(t, again)).toEqual({ sent: 5, 'skipped:suppressed': 1 })
  expect(seen.filter(({ body }) => body.includes('To=%2B442079460004'))).toHaveLength(1)
})

test('sends WhatsApp templates through a Cloud-API-compatible server; bounces a rejected number', async () => {
  const user = await t.register()
  const { url, seen } = await startProvider((_request, body) => {
    const { to } = JSON.parse(body) as { to: string }
    if (to.endsWith('2')) return { status: 400, body: { error: { code: 131026, message: 'Message undeliverable' } } }
    return { status: 200, body: { messages: [{ id: `wamid.${to}`, message_status: 'accepted' }] } }
  })
  const account = await post(user, '/channels/accounts', {
    provider: 'whatsapp-cloud',
    name: 'Chats',
    isDefault: true,
    settings: { baseUrl: `${url}/v23.0`, phoneNumberId: '1001', businessAccountId: '2002' },
    secret: { accessToken: 'token-of-the-number', appSecret: 'secret' },
  })
  const templateId = newId()
  await t.owner.query(
    `insert into app.whatsapp_templates (org_id, id, account_id, name, language, body, variables, status) values ($1, $2, $3, 'spring', 'en', 'Hello {{1}}: {{2}}', 2, 'APPROVED')`,
    [user.orgId, templateId, account.id],
  )
  for (let n = 1; n <= 3; n++) await addContact(user, 'whatsapp', `+44207946010${n}`)
  const sendId = await send(user, 'whatsapp', {
    whatsappTemplateId: templateId,
    whatsappVariables: ['{{ first_name }}', 'https://shop.acme.test/a'],
  })
  // The provider reports deliveries; a rejected number is left out of later campaigns.
  expect(await finish(sendId)).toMatchObject({ total: 3, sent: 3, delivered: 0, bounced: 1, failed: 0, repeats: 0 })
  const { rows: kept } = await t.owner.query('select channel, reason from app.suppressions where org_id = $1', [user.orgId])
  expect(kept).toEqual([{ channel: 'whatsapp', reason: 'bounced' }])
  expect(seen).toHaveLength(3)
  expect(seen[0]).toMatchObject({ path: '/v23.0/1001/messages', authorization: 'Bearer token-of-the-number' })
  const bodies = seen.map(({ body }) => JSON.parse(body) as { to: string; biz_opaque_callback_data: string })
  expect(bodies.map(({ to }) => to).toSorted()).toEqual([1, 2, 3].map((n) => `44207946010${n}`))
  const link = { type: 'text', text: expect.stringMatching(/\/l\/[a-z2-7]{12}1$/) as string }
  expect(bodies[0]).toMatchObject({
    type: 'template',
    template: {
      name: 'spring',
      language: { code: 'en' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }, link] }],
    },
  })
  expect(bodies[0]?.biz_opaque_callback_data.startsWith(`${user.orgId}/${sendId}/`)).toBe(true)
})

test('applies quiet hours in the recipient’s own time zone and sends in the morning', async () => {
  const user = await t.register()
  await t.owner.query(
    `insert into app.contact_settings (org_id, quiet_from, quiet_until, quiet_channels) values ($1, '21:00', '08:00', '{sms}')
     on conflict (org_id) do update set quiet_from = '21:00', quiet_until = '08:00', quiet_channels = '{sms}'`,
    [user.orgId],
  )
  const zones = ['Africa/Lagos', 'Asia/Tokyo', 'America/Phoenix', 'America/Sao_Paulo']
  for (const [n, timeZone] of zones.entries()) await addContact(user, 'sms', `+44207946020${n}`, { timeZone, firstName: timeZone })
  const sendId = await send(user, 'sms', { text: 'Hello {{ first_name }}' })
  await until(async () => (await recipientsOf(t, sendId))['queued:quiet_hours'] === 2 && (await numbersOf(t, sendId)).sent === 2)
  const waiting = async () => {
    const { rows } = await t.owner.query<{ zone: string; hours: number }>(
      `select c.time_zone as zone, round(extract(epoch from r.next_at - now()) / 3600)::int as hours from app.campaign_recipients r
       join app.contacts c on c.org_id = r.org_id and c.id = r.contact_id where r.send_id = $1 and r.status = 'queued' order by 1`,
      [sendId],
    )
    return rows
  }
  // 21:00 in Tokyo, 05:00 in Phoenix, 13:00 in Lagos, 09:00 in São Paulo.
  expect(await waiting()).toEqual([
    { zone: 'America/Phoenix', hours: 3 },
    { zone: 'Asia/Tokyo', hours: 11 },
  ])
  clock.advance(3.5 * hour)
  await until(async () => {
    await makeDueNow(sendId)
    return (await numbersOf(t, sendId)).sent === 3
  })
  expect(await waiting()).toMatchObject([{ zone: 'Asia/Tokyo' }])
  clock.advance(8 * hour)
  expect(await finish(sendId)).toMatchObject({ sent: 4, skipped: 0, campaign: 'completed' })
})

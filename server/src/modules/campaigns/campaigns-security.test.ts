import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountHook, ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { createParts } from './engine/real-parts.ts'
import { readFacts } from './engine/send-store.ts'
import { arrangeCampaign, launch } from './engine/test-sends.ts'
import { encodeRecipient } from './messages/recipient-token.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  // Nothing is sent: no engine worker runs.
  t = await createTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'installation@imperium.example' } })
  const wanted = ['campaigns.countInbound']
  const handlers = t.modules.flatMap((module) => module.events ?? []).filter(({ name }) => wanted.includes(name))
  if (handlers.length !== wanted.length) throw new Error('a handler has another name')
  await t.platform.jobs.work(
    handlers.map(({ name, run }) => ({ name, lane: 'interactive', run: (data) => run(data as Parameters<typeof run>[0]) })),
  )
})
afterAll(() => t.close())
beforeEach(async () => {
  user = await t.register()
})

interface Sent {
  sendId: string
  campaignId: string
  people: { contactId: string; email: string; token: string }[]
}

/** A campaign that was sent to this many contacts a day ago. */
async function sentCampaign(contacts: number): Promise<Sent> {
  const campaignId = await arrangeCampaign(t, user.orgId, { contacts, domains: [`${user.orgId}.example`] })
  const sendId = await launch(t.platform, user.orgId, campaignId)
  const { rows } = await t.owner.query<{ contactId: string; email: string }>(
    'select id as "contactId", email from app.contacts where org_id = $1 order by id',
    [user.orgId],
  )
  for (const { contactId, email } of rows)
    await t.owner.query(
      `insert into app.campaign_recipients (org_id, campaign_id, send_id, contact_id, chunk, address, status, sent_at)
       values ($1, $2, $3, $4, 0, $5, 'sent', now() - interval '1 day')`,
      [user.orgId, campaignId, sendId, contactId, email],
    )
  return {
    sendId,
    campaignId,
    people: rows.map((row) => ({ ...row, token: encodeRecipient(t.platform, { sendId, contactId: row.contactId }) })),
  }
}

async function hookOf(): Promise<AccountHook> {
  const accounts = (await t.call<ChannelAccount[]>('GET', '/api/channels/accounts', { token: user.token })).body.data
  const account = accounts.find(({ channel }) => channel === 'email')
  return (await t.call<AccountHook>('POST', `/api/channels/accounts/${account?.id}/hook`, { token: user.token })).body.data
}

async function receiveMessage(contentType: string, text: string): Promise<void> {
  const hook = await hookOf()
  const payload = Buffer.from(text)
  const [id, timestamp] = [newId(), String(Math.floor(Date.now() / 1_000))]
  const key = Buffer.from((hook.newSecret ?? '').replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(payload).digest('base64')
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: new URL(hook.url ?? '').pathname,
    payload,
    headers: { 'content-type': contentType, 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  })
  expect(statusCode).toBe(200)
  const done = async () =>
    (
      await t.owner.query(
        "select 1 from pgboss.job_common where name = 'campaigns.countInbound' and state in ('created', 'active', 'retry')",
      )
    ).rows
  await vi.waitFor(async () => expect(await done()).toEqual([]), { timeout: 25_000 })
}

const report = (to: string, recipient: string) =>
  [
    'From: MAILER-DAEMON@mx.example.org',
    `To: ${to}`,
    `Message-ID: <${newId()}@mx>`,
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
    '',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--cut--',
    '',
  ].join('\r\n')

const suppressed = async () =>
  (
    await t.owner.query<{ reason: string; hash: string }>(
      "select reason, encode(address_hash, 'hex') as hash from app.suppressions where org_id = $1",
      [user.orgId],
    )
  ).rows
const hashOf = (email: string) => t.platform.hashAddress(email).toString('hex')
const bounced = async () =>
  (
    await t.owner.query<{ email: string }>("select email from app.contacts where org_id = $1 and email_state = 'bounced'", [user.orgId])
  ).rows.map(({ email }) => email)

describe('reports by email', () => {
  it('match no contact by address alone, whether it was a recipient or not', async () => {
    const { people } = await sentCampaign(2)
    await receiveMessage('message/rfc822', report('news@example.com', people[1]?.email ?? ''))
    await receiveMessage('message/rfc822', report('news@example.com', 'anybody@example.org'))
    expect([await suppressed(), await bounced()]).toEqual([[], []])
  })

  it('with the return path of one recipient apply to that recipient, whatever address they name', async () => {
    const { people } = await sentCampaign(2)
    const [own, other] = people
    await receiveMessage('message/rfc822', report(`b+${own?.token}@news.example`, other?.email ?? ''))
    expect(await suppressed()).toEqual([{ reason: 'bounced', hash: hashOf(own?.email ?? '') }])
    expect(await bounced()).toEqual([own?.email])
  })

  it('of a provider that signs them are believed', async () => {
    const { people } = await sentCampaign(1)
    const email = people[0]?.email ?? ''
    await receiveMessage(
      'application/json',
      JSON.stringify({ events: [{ id: newId(), type: 'bounced', recipient: email, statusCode: '5.1.1' }] }),
    )
    expect(await suppressed()).toEqual([{ reason: 'bounced', hash: hashOf(email) }])
    expect(await bounced()).toEqual([email])
  })
})

describe('links', () => {
  it.each([
    ['https://example.com/größe?x=äpfel', 'https://example.com/gr%C3%B6%C3%9Fe?x=%C3%A4pfel'],
    ['https://例え.jp/日本', 'https://xn--r8jz45g.jp/%E6%97%A5%E6%9C%AC'],
    ['https://example.com/a\r\nSet-Cookie: x=1', 'https://example.com/aSet-Cookie:%20x=1'],
  ])('redirect safely however the URL is written: %s', async (url, location) => {
    const { campaignId, people } = await sentCampaign(1)
    await t.owner.query('insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 1, $3)', [
      user.orgId,
      campaignId,
      url,
    ])
    const response = await t.app.inject({ method: 'GET', url: `/api/t/c/${people[0]?.token}/1` })
    expect([response.statusCode, response.headers['location'], response.headers['set-cookie']]).toEqual([303, location, undefined])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example'])('never lead to what is no web address: %s', async (url) => {
    const { campaignId, people } = await sentCampaign(1)
    await t.owner.query('insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 1, $3)', [
      user.orgId,
      campaignId,
      url,
    ])
    expect((await t.app.inject({ method: 'GET', url: `/api/t/c/${people[0]?.token}/1` })).statusCode).toBe(404)
  })
})

describe('senders', () => {
  it('reject a campaign launched earlier while they are unverified or no longer verified', async () => {
    const { sendId } = await sentCampaign(1)
    await t.call('POST', '/api/channels/senders', {
      token: user.token,
      body: { name: 'Bank', email: 'chief@bank.example', isDefault: true },
    })
    const open = () =>
      t.platform.db.withOrg(user.orgId, async (tx) => {
        const facts = await readFacts(tx, sendId)
        if (!facts) throw new Error('no such send')
        return createParts(t.platform).openOutlet(tx, facts)
      })
    await expect(open()).rejects.toThrow('is not verified')
    await t.owner.query('update app.senders set verified_at = now() where org_id = $1', [user.orgId])
    await expect(open()).resolves.toBeTruthy()
  })
})

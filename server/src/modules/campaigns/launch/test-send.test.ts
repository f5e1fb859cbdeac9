import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { newId } from '../../../platform/ids.ts'
import { startScriptedSmtp } from '../../../platform/mail/testing/scripted-smtp.ts'
import { openCampaigns, untilIs } from '../../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, newcomer, makeText } = openCampaigns()

test('locates errors in a preview; sends a test to members only and counts it nowhere', async () => {
  const who = await newcomer()
  const preview = (content: object, more: object = {}) =>
    post<Record<string, unknown>>('/campaigns/preview', { channel: 'email', content, ...more }, who)
  expect(await preview({ subject: 'Hi {{ name }}', text: 'x' })).toMatchObject({ contactId: null, subject: 'Hi Alex Example', issues: [] })
  const ana = await addContact(who, { firstName: '', lastName: 'Ana' })
  expect(await preview({ subject: 'Hi {{ name }}', html: '<b>{{ first_name }}</b>' }, { contactId: ana })).toMatchObject({
    contactId: ana,
    issues: [
      {
        kind: 'missing_field',
        field: 'first_name',
        part: 'html',
        message: 'The HTML cannot be rendered for Ana: first_name has no value',
      },
    ],
  })
  // Picks a contact of the audience, preferably with an address; the oldest contact where the audience is empty.
  const mute = await addContact(who, { firstName: 'Mute', email: null, phone: '+436641234500' })
  const big = await addContact(who, { firstName: 'Big', lastName: 'Spender' })
  const audience = { kind: 'contacts', contactIds: [mute, big] }
  expect(await preview({ subject: 'Hi {{ name }}', text: 'x' }, { audience })).toMatchObject({ contactId: big, subject: 'Hi Big Spender' })
  const gone = { kind: 'segments', include: [newId()] }
  expect(await preview({ subject: 'Hi {{ name }}', text: 'x' }, { audience: gone })).toMatchObject({ contactId: ana })
  expect(await preview({ subject: 'a', html: '<p>\n{{ x' })).toMatchObject({ issues: [{ kind: 'syntax', part: 'html', line: 2 }] })
  expect(await preview({ subject: '{{ frist_name | default: "x" }}', text: 'x' })).toMatchObject({
    issues: [{ kind: 'unknown_variable', field: 'frist_name' }],
  })
  expect(await preview({ text: 'Grüße €' }, { channel: 'sms' })).toMatchObject({ sms: { encoding: 'gsm-7', parts: 1 } })

  const mail = await post<Campaign>(
    '/campaigns',
    {
      name: 'Mail',
      channel: 'email',
      definition: { audience, content: { subject: 'Hi {{ first_name }}', html: '<a href="https://x.acme.test">x</a>' } },
    },
    who,
  )
  expect((await call('POST', `/campaigns/${mail.id}/test`, { to: ['stranger@example.com'] }, who)).body.errors).toEqual([
    { path: 'to.0', message: 'Test messages can only be sent to members of the organization' },
  ])
  const sent = await post<{ results: { to: string; ok: boolean }[] }>(`/campaigns/${mail.id}/test`, {}, who)
  expect(sent.results).toMatchObject([{ to: who.email, ok: true }])
  const { rows } = await app().owner.query<{ subject: string; body_html: string | null }>(
    'select * from app.sandbox_mail where recipient = $1',
    [who.email],
  )
  const [emailMessage] = rows.filter((row) => row.subject.startsWith('[Test]'))
  expect(emailMessage?.subject).toBe('[Test] Hi Big')
  expect(JSON.stringify(emailMessage)).toContain('https://x.acme.test')
  expect((await get<Campaign>(`/campaigns/${mail.id}`, who)).stats.total).toBe(0)
})

test('sends a test to real numbers only of contacts tagged for it; the sandbox accepts an unverified sender', async () => {
  const who = await newcomer()
  const provider = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid": "SM1", "status": "queued"}'))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  const account = await post<{ id: string }>(
    '/channels/accounts',
    {
      provider: 'twilio',
      name: 'Real',
      settings: { baseUrl: `http://127.0.0.1:${port}`, accountSid: 'AC1', from: '+14155550100' },
      secret: { authToken: 'x'.repeat(32) },
    },
    who,
  )
  const mine = await addContact(who, { tags: ['Test'], phone: '+436641234599' })
  await addContact(who, { phone: '+436641234598' })
  const campaign = await makeText(who, { accountId: account.id })
  const test = (to: string[], more: object = {}) =>
    call<{ results: object[] }>('POST', `/campaigns/${campaign.id}/test`, { to, ...more }, who)
  expect((await test(['+436641234598'])).body.errors).toMatchObject([{ path: 'to.0' }])
  expect((await test(['+436641234597'])).status).toBe(422)
  expect((await test(['+436641234599'], { contactId: mine })).body.data.results).toMatchObject([{ to: '+436641234599', ok: true }])
  provider.close()

  await app().owner.query(
    "insert into app.senders (org_id, id, name, email, is_default) values ($1, $2, 'News', 'news@org.example.com', true)",
    [who.orgId, newId()],
  )
  const mail = await post<Campaign>(
    '/campaigns',
    { name: 'M', channel: 'email', definition: { content: { subject: 'Hi', text: 'Hi' } } },
    who,
  )
  expect((await call('POST', `/campaigns/${mail.id}/test`, {}, who)).status).toBe(200)
  // A real outlet needs a verified sender. The RFC 8058 header names no contact, so that following it ends no consent.
  const smtp = await startScriptedSmtp()
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'none' }
  const { id: accountId } = await post<{ id: string }>('/channels/accounts', { provider: 'smtp', name: 'Own', settings }, who)
  await call('PUT', `/campaigns/${mail.id}`, { definition: { ...mail.definition, accountId } }, who)
  expect((await call('POST', `/campaigns/${mail.id}/test`, {}, who)).status).toBe(409)
  await app().owner.query('update app.senders set verified_at = now() where org_id = $1', [who.orgId])
  expect((await call('POST', `/campaigns/${mail.id}/test`, {}, who)).body).toMatchObject({ data: { results: [{ ok: true }] } })
  const link = /List-Unsubscribe: <[^>]*(\/api\/unsubscribe\/[^>]+)>/i.exec(JSON.stringify(smtp.taken))?.[1]
  expect(link).toBeDefined()
  expect((await app().call('POST', link ?? '', { body: {} })).status).toBeLessThan(500)
  await smtp.close()
})

test('continues a campaign that waits for an account when a member ends the backoff, and not at its planned end', async () => {
  const who = await newcomer()
  await addContact(who)
  const account = (await get<{ id: string; channel: string }[]>('/channels/accounts', who)).find(({ channel }) => channel === 'sms')
  await app().owner.query(`update app.channel_accounts set failures = 9, open_until = now() + interval '10 minutes' where id = $1`, [
    account?.id,
  ])
  const campaign = await makeText(who, { schedule: { type: 'now' } })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const waiting = async () =>
    (
      await app().owner.query(
        `select 1 from app.campaign_chunks where org_id = $1 and status = 'ready' and next_at > now() + interval '5 minutes' and job_at is not null`,
        [who.orgId],
      )
    ).rowCount
  expect(await untilIs(waiting, (found) => found !== 0)).toBe(1)
  await post(`/channels/accounts/${account?.id}/resume`, undefined, who)
  const ended = await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    ({ status }) => status === 'completed',
  )
  expect(ended.stats).toMatchObject({ sent: 1 })
})

import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignAnalytics, CampaignRecipient, CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { newId } from '../../platform/ids.ts'
import { untilIs, openCampaigns } from '../../testing/campaigns/campaigns-app.ts'
import type { TestUser } from '../../testing/test-app.ts'

const { app, first, call, get, post, addContact, addContacts, newcomer, makeText } = openCampaigns()

test('shows the same for a sent campaign in recipients, explanation, messages, analytics and numbers', async () => {
  const who = await newcomer()
  const ana = await addContact(who, { firstName: 'Ana', lastName: 'Kovač' })
  const silent = await addContact(who, {}, false)
  const campaign = await makeText(who)
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const ended = await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  expect(ended.stats).toMatchObject({ total: 2, sent: 1, skipped: 1, queued: 0 })
  const path = `/campaigns/${campaign.id}`
  const all = await get<CampaignRecipient[]>(`${path}/recipients`, who)
  expect(all.map(({ contactId, reason }) => [contactId, reason])).toEqual([
    [ana, null],
    [silent, 'no_consent'],
  ])
  expect((await get<CampaignRecipient[]>(`${path}/recipients?q=ana`, who)).map((each) => each.name)).toEqual(['Ana Kovač'])
  expect((await get<CampaignRecipient[]>(`${path}/recipients?status=skipped`, who)).map((each) => each.contactId)).toEqual([silent])
  const why = await get<{ answer: string; checks: { check: string; ok: boolean; reason: string | null }[] }>(
    `${path}/recipients/${silent}`,
    who,
  )
  expect(why.answer).toBe('It was not sent: there is no consent to this purpose on this channel.')
  expect(why.checks.map(({ check, ok, reason }) => [check, ok, reason])).toEqual([
    ['audience', true, null],
    ['reach', false, 'no_consent'],
    ['message', true, null],
  ])
  const late = await addContact(who)
  expect((await get<{ answer: string }>(`${path}/recipients/${late}`, who)).answer).toBe(
    'Was not in the audience when the latest send started.',
  )
  expect((await call('GET', `${path}/recipients/${newId()}`, undefined, who)).status).toBe(404)
  expect(await get(`${path}/messages`, who)).toMatchObject([{ contactId: ana, text: expect.stringContaining('Hello Ana') as string }])
  const analytics = await get<CampaignAnalytics>(`${path}/analytics`, who)
  expect(analytics).toMatchObject({ bucket: 'hour', stats: { sent: 1 }, reasons: [{ status: 'skipped', reason: 'no_consent', count: 1 }] })
  expect(analytics.series.reduce((sum, each) => sum + each.sent, 0)).toBe(1)
  expect(analytics.variants).toMatchObject([{ variant: 0, name: 'A', total: 2, sent: 1 }])
  expect(await get(`${path}/sends`, who)).toMatchObject([{ step: 1, status: 'completed', stats: { total: 2 } }])
  expect(await get('/campaigns/stats', who)).toMatchObject({ total: 1, sentToday: 1, responseRate: 0 })
})

test('finds recipients by any event, whatever happened since, by reason and by variant', async () => {
  const who = await newcomer()
  const [ana, silent] = [await addContact(who), await addContact(who, {}, false)]
  const campaign = await makeText(who, { content: { text: 'Hi' } })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  await app().owner.query(
    "update app.campaign_recipients set status = 'responded', delivered_at = now(), responded_at = now() where campaign_id = $1 and contact_id = $2",
    [campaign.id, ana],
  )
  const found = async (query: string) =>
    (await get<CampaignRecipient[]>(`/campaigns/${campaign.id}/recipients?${query}`, who)).map(({ contactId }) => contactId)
  for (const status of ['sent', 'delivered', 'responded']) expect(await found(`status=${status}`)).toEqual([ana])
  for (const query of ['status=opened', 'status=queued', 'variant=1', 'reason=cap']) expect(await found(query)).toEqual([])
  for (const query of ['status=skipped', 'reason=no_consent', 'status=skipped&reason=no_consent&variant=0'])
    expect(await found(query)).toEqual([silent])
})

test('keeps the variant names of the running send, also when the campaign has renamed them', async () => {
  const who = await newcomer()
  await addContacts(who, 12)
  const [bee, cee] = ['Bee', 'Cee'].map((name) => ({ name, share: 33, content: { text: `This is ${name}` } }))
  const test = (variants: unknown[]) => ({ ab: { variants, testPercent: 50, winnerBy: 'manual' } })
  const campaign = await makeText(who, test([bee, cee]))
  const path = `/campaigns/${campaign.id}`
  await post(`${path}/send`, undefined, who)
  await untilIs(
    () => get<CampaignSend[]>(`${path}/sends`, who),
    ([send]) => send?.status === 'testing',
  )
  // Changes a recurring campaign like this while a send of it is running.
  await app().owner.query(
    `with renamed as (update app.campaigns set version = 2, definition = $2 where id = $1 returning org_id, id, version, definition)
     insert into app.campaign_versions (org_id, campaign_id, version, definition, created_by) select *, 'Ana' from renamed`,
    [campaign.id, { ...campaign.definition, ...test([cee, bee]) }],
  )
  const [send] = await get<CampaignSend[]>(`${path}/sends`, who)
  expect(send?.ab).toEqual({ names: ['A', 'Bee', 'Cee'], testPercent: 50 })
  await post(`${path}/winner`, { variant: 2 }, who)
  await untilIs(
    () => get<Campaign>(path, who),
    (each) => each.status === 'completed',
  )
  const texts = (await get<{ text: string }[]>(`${path}/messages`, who)).map(({ text }) => text)
  const sent = (name: string) => texts.filter((text) => text.includes(`This is ${name}`)).length
  const { variants } = await get<CampaignAnalytics>(`${path}/analytics`, who)
  expect(variants.filter(({ variant }) => variant > 0).map(({ name, sent: n }) => [name, n])).toEqual([
    ['Bee', sent('Bee')],
    ['Cee', sent('Cee')],
  ])
  expect(sent('Cee')).toBeGreaterThan(sent('Bee'))
  // Another occurrence, of the later version: variants with the same name are counted together.
  await app().owner.query(
    `insert into app.campaign_sends (org_id, id, campaign_id, version, step, status)
     select org_id, $2, campaign_id, 2, 2, 'completed' from app.campaign_sends where id = $1`,
    [send?.id, newId()],
  )
  await app().owner.query(
    `insert into app.campaign_past_ends (org_id, send_id, variant, status, reason, people)
     select org_id, id, 1, 'sent', '', 1000 from app.campaign_sends where campaign_id = $1 and step = 2`,
    [campaign.id],
  )
  const both = await get<CampaignAnalytics>(`${path}/analytics`, who)
  expect(both.variants.find(({ name }) => name === 'Cee')).toMatchObject({ variant: 1, total: 1000 + sent('Cee'), sent: sent('Cee') })
})

test("sends email with the organization's sender, address, unsubscribe link and tracked links", async () => {
  const who = await newcomer()
  const ana = await addContact(who, { firstName: 'Ana' })
  await app().owner.query("update auth.organizations set address = 'Street 1', city = 'Graz', country = 'Austria' where id = $1", [
    who.orgId,
  ])
  await app().owner.query(
    "insert into app.senders (org_id, id, name, email, verified_at, is_default) values ($1, $2, 'News', 'news@org.example.com', now(), true)",
    [who.orgId, newId()],
  )
  const content = {
    subject: 'Hi {{ first_name }}',
    html: '<p>Hi</p><a href="https://shop.acme.test/sale">Sale</a><a href="https://shop.acme.test/?n={{ first_name }}&k=1">Own</a>',
  }
  const campaign = await post<Campaign>(
    '/campaigns',
    { name: 'Mail', channel: 'email', definition: { content, audience: { kind: 'all' } } },
    who,
  )
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  const { address } = (await get<CampaignRecipient[]>(`/campaigns/${campaign.id}/recipients`, who))[0] ?? { address: '' }
  const { rows } = await app().owner.query<{ subject: string; sender: string }>('select * from app.sandbox_mail where recipient = $1', [
    address,
  ])
  const emailMessage = JSON.stringify(rows[0])
  expect(rows[0]).toMatchObject({ subject: 'Hi Ana', sender: expect.stringContaining('news@org.example.com') as string })
  for (const part of ['Street 1, Graz, Austria', '/unsubscribe/', '/t/o/']) expect(emailMessage).toContain(part)
  const [, path = ''] = /(\/api\/t\/c\/[a-z2-7]{61}\/1)/.exec(emailMessage) ?? []
  // A HEAD request gets the same response, and counts as no opening.
  const [, open = ''] = /(\/api\/t\/o\/[a-z2-7]{61})/.exec(emailMessage) ?? []
  await app().owner.query("update app.campaign_recipients set sent_at = now() - interval '1 minute' where campaign_id = $1", [campaign.id])
  const heads = [path, open].map((url) =>
    app().app.inject({ method: 'HEAD', url, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' } }),
  )
  expect((await Promise.all(heads)).map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [303, ''],
    [200, ''],
  ])
  expect((await get<Campaign>(`/campaigns/${campaign.id}`, who)).stats).toMatchObject({ opened: 0, clicked: 0 })
  const click = await app().app.inject({
    method: 'GET',
    url: path,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' },
  })
  expect([click.statusCode, click.headers.location]).toEqual([303, 'https://shop.acme.test/sale'])
  const story = await get<{ sends: { events: { machine: boolean }[] }[] }>(`/campaigns/${campaign.id}/recipients/${ana}`, who)
  expect(story.sends[0]?.events.filter(({ machine }) => !machine)).toMatchObject([{ type: 'clicked', url: 'https://shop.acme.test/sale' }])
  // The link contains the address that Liquid made, signed for this recipient: a forged address is refused.
  const [, made = ''] = /href=\\"[^"]*(\/api\/t\/c\/[a-z2-7]{61}\/2\?u=[\w-]+&amp;s=[\w-]+)\\"/.exec(emailMessage) ?? []
  const follow = (url: string) =>
    app().app.inject({ method: 'GET', url, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' } })
  const own = made.replace('&amp;', '&')
  expect((await follow(own)).headers.location).toBe('https://shop.acme.test/?n=Ana&k=1')
  const elsewhere = own.replace(/u=[\w-]+/, `u=${Buffer.from('https://evil.example.com').toString('base64url')}`)
  for (const url of [elsewhere, own.split('?')[0] ?? '', own.replace('/2?', '/1?').replace('/1?', '/3?')])
    expect((await follow(url)).statusCode).toBe(404)
  // A mail program that is a web page shows the picture, too.
  const picture = await app().app.inject({ method: 'GET', url: /\/api\/t\/o\/[a-z2-7]{61}/.exec(emailMessage)?.[0] ?? '' })
  expect([picture.statusCode, picture.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
})

test('streams the numbers as they change, until the campaign has completed', async () => {
  const who = await newcomer()
  await addContact(who)
  const campaign = await makeText(who)
  const response = app().app.inject({
    method: 'GET',
    url: `/api/campaigns/${campaign.id}/events`,
    headers: { authorization: `Bearer ${who.token}` },
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const events = (await response).body.split('\n\n').flatMap((frame) => /data: (.*)/.exec(frame)?.[1] ?? [])
  const report = events.map((event) => JSON.parse(event) as { status: string; stats: { sent: number } })
  expect(report[0]).toMatchObject({ status: 'draft', stats: { sent: 0 } })
  expect(report.at(-1)).toMatchObject({ status: 'completed', stats: { sent: 1 } })
}, 20_000)

test('campaigns are found by the search, those of others are not', async () => {
  const made = await post<Campaign>('/campaigns', { name: 'Winter harvest', channel: 'email' })
  const find = (as: TestUser) => get<{ kind: string; id: string; link: string }[]>('/search?q=winter', as)
  expect(await find(first())).toMatchObject([{ kind: 'campaign', id: made.id, link: `campaigns/${made.id}` }])
  expect(await find(await app().register())).toEqual([])
})

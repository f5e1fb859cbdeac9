import { expect, test } from 'vitest'
import type { CampaignAnalytics, DryRun, MessagePreview, RecipientStory } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import { smsParts } from '@imperium/contract/channels/sms-parts.ts'
import type { z } from 'zod'
import { newId } from '../../../platform/ids.ts'
import { isDone, openCampaigns, untilIs } from '../../../testing/campaigns/campaigns-app.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { loadRecipients } from '../../contacts/index.ts'
import { createParts } from '../engine/real-parts.ts'
import { readFacts } from '../engine/send-store.ts'
import { eraseRecipientsBefore } from '../history/erase-recipients-store.ts'
import { codeNumber, exampleLinks, recipientCode } from '../messages/short-code.ts'
import { insertCodes } from '../messages/short-link-store.ts'

const { app, call, get, post, addContact, newcomer, makeText } = openCampaigns()

const shop = 'https://shop.acme.test/a?x=1'
const terms = 'https://shop.acme.test/terms'
const content = { text: `Hi {{ first_name }}: ${shop}. (${terms}) https://x.acme.test/{{ first_name }}` }
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

const rows = async <R extends object>(statement: string, ...values: unknown[]) => (await app().owner.query<R>(statement, values)).rows

/** As a phone requests it: the address in the text, without `/api`. */
async function follow(link: string, userAgent = phone): Promise<string | number> {
  const url = link.replace(app().platform.config.publicUrl, '')
  const { statusCode, headers } = await app().app.inject({ method: 'GET', url, headers: { 'user-agent': userAgent } })
  return statusCode === 303 ? String(headers.location) : statusCode
}

interface Sent {
  campaign: Campaign
  sendId: string
  /** Text by contact. */
  texts: Map<string, string>
}

/** Creates an SMS campaign that was sent a minute ago. */
async function sendText(who: TestUser, definition: object): Promise<Sent> {
  const made = await makeText(who, definition)
  await post(`/campaigns/${made.id}/send`, undefined, who)
  const campaign = await untilIs(
    () => get<Campaign>(`/campaigns/${made.id}`, who),
    (each) => each.status === 'completed',
  )
  const [send] = await rows<{ id: string }>('select id from app.campaign_sends where campaign_id = $1', made.id)
  const sendId = send?.id ?? ''
  await rows(`update app.campaign_recipients set sent_at = now() - interval '1 minute' where send_id = $1`, sendId)
  const kept = await rows<{ identity: string; body: string }>(
    'select identity, body from app.sandbox_messages where org_id = $1 and identity like $2',
    who.orgId,
    `${who.orgId}/${sendId}/%`,
  )
  return { campaign, sendId, texts: new Map(kept.map(({ identity, body }) => [identity.split('/').at(-1) ?? '', body])) }
}

const linksIn = (text = ''): string[] => text.match(/https?:\/\/\S+\/l\/[a-z2-7]{12}\d+/g) ?? []
const eventsOf = (who: TestUser) =>
  rows<{ type: string; machine: boolean }>('select type, machine from app.campaign_events where org_id = $1 order by at, id', who.orgId)

test('redirects short links of a text message and counts people, not machines; previews and tests have short links, too', async () => {
  const who = await newcomer()
  const [ana, ben] = [await addContact(who, { firstName: 'Ana' }), await addContact(who, { firstName: 'Ben' })]
  const example = exampleLinks(app().platform)
  const preview = (more: object = {}) =>
    post<z.infer<typeof MessagePreview>>('/campaigns/preview', { channel: 'sms', content, contactId: ana, ...more }, who)
  const shown = await preview()
  expect(shown.text).toMatch(`Hi Ana: ${example(1)}. (${example(2)}) https://x.acme.test/Ana `)
  expect(shown.sms).toEqual(smsParts(shown.text))
  expect((await preview({ trackClicks: false })).text).toContain(`${shop}. (${terms})`)

  const draft = await makeText(who, { content })
  await post(`/campaigns/${draft.id}/test`, { to: ['+436641234590'], contactId: ana }, who)
  const [tested] = await rows<{ body: string }>(
    `select body from app.sandbox_messages where org_id = $1 and body like '[Test]%'`,
    who.orgId,
  )
  expect(tested?.body).toHaveLength(`[Test] ${shown.text}`.length)
  expect(await Promise.all(linksIn(tested?.body).map((link) => follow(link)))).toEqual([shop, terms])
  expect(await eventsOf(who)).toEqual([])
  await post(`/campaigns/${draft.id}/dry-run`, undefined, who)
  const { result } = await untilIs(() => get<DryRun>(`/campaigns/${draft.id}/dry-run`, who), isDone)
  expect(result).toMatchObject({
    cost: { smsParts: 2 * (shown.sms?.parts ?? 0) },
    samples: expect.arrayContaining([expect.objectContaining({ text: shown.text })]) as object,
  })

  const { campaign, sendId, texts } = await sendText(who, { content })
  const [text = '', other = ''] = [texts.get(ana), texts.get(ben)]
  expect(text).toHaveLength(shown.text.length)
  const [first = '', second = ''] = linksIn(text)
  expect(new Set([first, second, ...linksIn(other), ...linksIn(tested?.body)]).size).toBe(6)
  // Rendered again, after a crash for example, the text is the same.
  const again = await app().platform.db.withOrg(who.orgId, async (tx) => {
    const facts = await readFacts(tx, sendId)
    const contact = (await loadRecipients(tx, [ana])).get(ana)
    if (!facts || !contact) throw new Error('not there')
    return (await createParts(app().platform).openOutlet(tx, facts)).compose({ contact, variant: 0, draft: null })
  })
  expect(again).toMatchObject({ message: { content: { channel: 'sms', text } } })

  expect(await follow(first, 'WhatsApp/2.23.20.0')).toBe(shop)
  const stats = async () => (await get<Campaign>(`/campaigns/${campaign.id}`, who)).stats
  expect(await stats()).toMatchObject({ sent: 2, clicked: 0, opened: 0 })
  expect([await follow(first), await follow(second), await follow(first.toUpperCase().replace(/^.*\/L\//, '/l/'))]).toEqual([
    shop,
    terms,
    shop,
  ])
  expect(await stats()).toMatchObject({ sent: 2, delivered: 2, clicked: 1, opened: 0 })
  expect((await eventsOf(who)).filter(({ type }) => type === 'clicked').map(({ machine }) => machine)).toEqual([true, false, false, false])
  expect((await get<CampaignAnalytics>(`/campaigns/${campaign.id}/analytics`, who)).links).toEqual([
    { url: shop, clicks: 2, people: 1 },
    { url: terms, clicks: 1, people: 1 },
  ])
  const story = await get<z.infer<typeof RecipientStory>>(`/campaigns/${campaign.id}/recipients/${ana}`, who)
  expect(story.sends[0]).toMatchObject({
    recipient: { status: 'clicked' },
    events: expect.arrayContaining([expect.objectContaining({ url: shop })]) as object,
  })
  expect((await get<TimelineEntry[]>(`/contacts/${ana}/timeline`, who)).find(({ type }) => type === 'campaign.clicked')).toMatchObject({
    detail: { url: expect.stringContaining('https://shop.acme.test/') as string },
  })
  const rules = { match: 'all', rules: [{ kind: 'campaign', did: 'clicked', campaignId: campaign.id, link: terms }] }
  expect(await post('/segments/preview', { rules }, who)).toMatchObject({ count: 1, sample: [{ id: ana }] })

  // No code of another message, no unknown link number, no other address.
  const code = first.slice(-13, -1)
  const wrong = `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`
  expect(
    await Promise.all([`/l/${wrong}1`, `/l/${code}3`, `/l/${code}0`, `/l/${code}`, `/l/${code}1/x`, '/l/'].map((link) => follow(link))),
  ).toEqual(Array.from({ length: 6 }, () => 404))
  // Apps append such parameters to any link.
  expect(await follow(`/l/${code}1?fbclid=x&u=https://evil.example`)).toBe(shop)
})

test('keeps a code in one organization; does not reuse the code of another message', async () => {
  const [who, stranger] = [await newcomer(), await newcomer()]
  const ana = await addContact(who)
  const { campaign, sendId } = await sendText(who, { content })
  const code = codeNumber(recipientCode(app().platform, { sendId, contactId: ana }))
  const facts = { sendId, campaignId: campaign.id, version: campaign.version }
  const { db } = app().platform
  const all = () => rows('select * from app.campaign_short_links order by code')
  const before = await all()
  expect(await db.withOrg(stranger.orgId, (tx) => tx.selectFrom('campaign_short_links').selectAll().execute())).toEqual([])
  expect(await db.withOrg(stranger.orgId, (tx) => insertCodes(tx, { ...facts, sendId: newId() }, [{ contactId: ana, code }]))).toEqual(
    new Set([ana]),
  )
  expect(await db.withOrg(who.orgId, (tx) => insertCodes(tx, { ...facts, sendId: newId() }, [{ contactId: ana, code }]))).toEqual(
    new Set([ana]),
  )
  // Its own, written again.
  expect(await db.withOrg(who.orgId, (tx) => insertCodes(tx, facts, [{ contactId: ana, code }]))).toEqual(new Set())
  expect(await all()).toEqual(before)
})

test('redirects links of erased contacts and expired recipients, and counts nothing', async () => {
  const who = await newcomer()
  const [ana, ben] = [await addContact(who), await addContact(who)]
  const { sendId, texts } = await sendText(who, { content })
  const [ofAna = '', ofBen = ''] = [ana, ben].map((id) => linksIn(texts.get(id))[0])
  const linked = () => rows('select contact_id from app.campaign_short_links where send_id = $1 and contact_id is not null', sendId)
  expect((await call('DELETE', `/contacts/${ana}`, undefined, who)).status).toBe(200)
  expect(await linked()).toEqual([{ contact_id: ben }])
  expect(await follow(ofAna)).toBe(shop)
  await rows(`update app.campaign_sends set finished_at = now() - interval '800 days' where id = $1`, sendId)
  const cutoff = new Date(Date.now() - 730 * 86_400_000)
  await app().platform.db.withOrg(who.orgId, (tx) => eraseRecipientsBefore(tx, cutoff, 100))
  // The tick of this server may have been quicker.
  await expect.poll(linked).toEqual([])
  expect(await follow(ofBen)).toBe(shop)
  expect((await eventsOf(who)).filter(({ type }) => type === 'clicked')).toEqual([])
})

test('uses the plain addresses in a text where campaign or organization turn click tracking off', async () => {
  const who = await newcomer()
  const ana = await addContact(who, { firstName: 'Ana' })
  const straight = expect.stringContaining(`Hi Ana: ${shop}. (${terms}) `) as string
  expect((await sendText(who, { content, tracking: { clicks: false } })).texts.get(ana)).toEqual(straight)
  expect((await call('PUT', '/channels/email-settings', { trackClicks: false }, who)).status).toBe(200)
  expect((await sendText(who, { content })).texts.get(ana)).toEqual(straight)
  expect((await post<z.infer<typeof MessagePreview>>('/campaigns/preview', { channel: 'sms', content }, who)).text).toEqual(straight)
  expect(await rows('select 1 from app.campaign_short_links where org_id = $1', who.orgId)).toEqual([])
})

test('counts a click in WhatsApp as an opening, since the channel reports openings', async () => {
  const who = await newcomer()
  const [campaignId, sendId, contactId] = [newId(), newId(), await addContact(who)]
  const code = recipientCode(app().platform, { sendId, contactId })
  await rows(
    `with c as (insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, 'Chats', 'whatsapp', '{}', 'Pat')),
          s as (insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, $3, $2, 1, 1, 'completed')),
          l as (insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 1, $6)),
          k as (insert into app.campaign_chunks (org_id, send_id, chunk, status, sent) values ($1, $3, 0, 'done', 1)),
          h as (insert into app.campaign_short_links (code, org_id, campaign_id, version, send_id, contact_id) values ($5, $1, $2, 1, $3, $4))
     insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, sent_at)
     values ($1, $3, $4, $2, 0, 'sent', now() - interval '1 hour')`,
    who.orgId,
    campaignId,
    sendId,
    contactId,
    codeNumber(code),
    shop,
  )
  expect(await follow(`/l/${code}1`)).toBe(shop)
  expect(await rows('select delivered, opened, clicked from app.campaign_chunks where send_id = $1', sendId)).toEqual([
    { delivered: 1, opened: 1, clicked: 1 },
  ])
})

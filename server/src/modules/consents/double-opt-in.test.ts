import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ContactConsents, ReachSettings } from '@imperium/contract/contacts/consents.ts'
import { newId } from '../../platform/ids.ts'
import { confirmationPage } from '../../testing/confirmation-page.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { applyKeyword } from './keywords/apply-keyword.ts'
import { markRequested } from './consent-store.ts'
import { previewUrl, unsubscribeUrls } from './links/link-token.ts'
import { recordConsent } from './record-consent.ts'
import { inboundReceived } from '../channels/index.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
  user = await t.register()
  const { status } = await save({ doubleOptInSms: true })
  if (status !== 200) throw new Error(`settings: ${status}`)
})
afterAll(() => t.close())

const usual = { doubleOptIn: true, quietFrom: null, quietUntil: null, quietChannels: [], capMessages: null, capDays: 7 }
const save = (change: object) =>
  t.call<ReachSettings>('PUT', '/api/consents/settings', {
    token: user.token,
    body: { ...usual, pageTitle: '', pageText: '', helpText: '', ...change },
  })

/** A contact with pending consent, and the token of its confirmation email. */
async function request(name: string): Promise<{ id: string; token: string }> {
  const email = `${name}@example.com`
  const { id } = (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email } })).body.data
  const body = { channel: 'email', purpose: 'marketing', source: 'form', proof: 'The form of the web site' }
  expect((await t.call('POST', `/api/contacts/${id}/consents`, { token: user.token, body })).status).toBe(200)
  return vi.waitFor(
    async () => {
      const { rows } = await t.owner.query<{ text: string }>(
        'select row_to_json(m)::text as text from app.sandbox_mail m where recipient = $1',
        [email],
      )
      const token = /\/confirm\/([\w-]{80,160})/.exec(rows[0]?.text ?? '')?.[1]
      if (!token) throw new Error('no letter yet')
      return { id, token }
    },
    { timeout: 25_000 },
  )
}
const move = (id: string, email: string) => t.call('PUT', `/api/contacts/${id}`, { token: user.token, body: { email } })
const confirm = async (token: string) => (await confirmationPage(t, token)).status
const standing = async (id: string) =>
  (await t.call<ContactConsents>('GET', `/api/contacts/${id}/consents`, { token: user.token })).body.data.standing.map(
    ({ status }) => status,
  )

test('does not confirm another address by the email to one address', async () => {
  const { id, token } = await request('own')
  expect((await move(id, 'victim@example.com')).status).toBe(200)
  expect([await confirm(token), await standing(id)]).toEqual(['ended', ['pending']])
  await move(id, 'own@example.com')
  expect([await confirm(token), await standing(id)]).toEqual(['granted', ['granted']])
})

test('makes confirmed consent pending again when the address changes', async () => {
  const { id, token } = await request('first')
  expect(await confirm(token)).toBe('granted')
  await move(id, 'second@example.com')
  expect(await standing(id)).toEqual(['pending'])
})

test('keeps SMS consent pending until a YES to the question; treats any other YES as a normal message', async () => {
  // A client that does not send the setting leaves it unchanged.
  expect((await save({})).body.data.doubleOptInSms).toBe(true)
  const phone = '+4915119876543'
  const { id } = (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { phone, locale: 'de' } })).body.data
  const grant = () =>
    t.call<ContactConsents>('POST', `/api/contacts/${id}/consents`, {
      token: user.token,
      body: { channel: 'sms', purpose: 'marketing', source: 'manual', proof: 'Said so at the till' },
    })
  const consent = async (by = phone) =>
    (await t.owner.query<{ body: string }>('select body from app.messages where address = $1 order by at, id', [by])).rows.map(
      ({ body }) => body,
    )
  /** An inbound message, as the provider reports it. */
  const say = async (text: string, by = phone) => {
    const itemId = newId()
    const before = (await consent(by)).length
    await t.platform.db.withOrg(user.orgId, async (tx) => {
      const { id: accountId } = await tx.selectFrom('channel_accounts').select('id').where('channel', '=', 'sms').executeTakeFirstOrThrow()
      const item = { org_id: user.orgId, id: itemId, account_id: accountId, channel: 'sms', kind: 'message', external_id: itemId }
      await tx
        .insertInto('inbound_items')
        .values({ ...item, sender: by, body_text: text, data: '{}' })
        .execute()
      await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel: 'sms' })
    })
    return vi.waitFor(
      async () => {
        const all = await consent(by)
        if (all[before] === undefined) throw new Error('not received yet')
        return all.slice(before)
      },
      { timeout: 25_000 },
    )
  }
  const question = /: Antworten Sie JA, um Nachrichten zu erhalten über: Marketing\. Antworten Sie STOP, wenn Sie keine wünschen\.$/
  expect(await say('Ja')).toEqual(['Ja'])
  expect((await grant()).body.data.standing).toMatchObject([{ channel: 'sms', status: 'pending' }])
  await grant()
  expect(await consent()).toEqual(['Ja', expect.stringMatching(question)])
  const body = { purpose: 'marketing', channel: 'sms' }
  expect((await t.call('POST', `/api/contacts/${id}/consents/confirmation`, { token: user.token, body })).status).toBe(429)
  await say('Ja, aber wann?')
  expect(await standing(id)).toEqual(['pending'])
  expect(await say('JA!')).toEqual(['JA!', expect.stringMatching(/: Danke, Sie erhalten unsere Nachrichten/)])
  expect(await standing(id)).toEqual(['granted'])
  expect(await say('ja')).toEqual(['ja'])
  // Another number was not asked: its YES is a normal message, and a member is notified.
  const other = '+4915119876544'
  await t.call('PUT', `/api/contacts/${id}`, { token: user.token, body: { phone: other } })
  expect([await say('Ja', other), await standing(id)]).toEqual([['Ja'], ['pending']])
  const received = await t.owner.query(`select 1 from app.outbox where type = 'message.received' and payload->>'contactId' = $1`, [id])
  expect(received.rows).toHaveLength(4)
  // After another manual grant, the new number is asked immediately and can answer YES; START is an answer, too.
  await grant()
  expect(await consent(other)).toEqual(['Ja', expect.stringMatching(question)])
  expect(await say('anmelden', other)).toEqual(['anmelden', expect.stringContaining('Sie erhalten wieder Nachrichten')])
  expect(await standing(id)).toEqual(['granted'])
  // Where no question can be sent, nothing is recorded that would stay pending forever.
  await t.owner.query(`update app.channel_accounts set is_default = false where org_id = $1 and channel = 'sms'`, [user.orgId])
  await t.call('POST', `/api/contacts/${id}/consents/withdraw`, { token: user.token, body: { channel: 'sms', purpose: 'marketing' } })
  expect((await grant()).status).toBe(409)
})

test('a merge carries no consent to an address that never agreed; pending consent and STOP stay with the kept number', async () => {
  const contact = async (body: object) => (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body })).body.data.id
  const agree = (contactId: string) =>
    t.platform.db.withOrg(user.orgId, (tx) =>
      recordConsent(
        tx,
        (['email', 'sms'] as const).map((channel) => ({
          contactId,
          channel,
          purpose: 'marketing',
          status: 'granted',
          source: 'form',
          proof: {},
        })),
      ),
    )
  const merge = (id: string, otherId: string, take: string[] = []) =>
    t.call('POST', `/api/contacts/${id}/merge`, { token: user.token, body: { otherId, take } })
  const say = (address: string, text: string) =>
    t.platform.db.withOrg(user.orgId, (tx) => applyKeyword(t.platform, tx, { channel: 'sms', address, text }))
  const [c, d] = [
    await contact({ email: 'c@merge.example.com', phone: '+4915119870103' }),
    await contact({ email: 'd@merge.example.com', phone: '+4915119870104' }),
  ]
  await agree(c)
  expect((await merge(d, c)).status).toBe(200)
  expect(await standing(d)).toEqual(['pending', 'pending'])
  // The kept addresses are those with consent; so is the number that sent STOP.
  const [e, f] = [await contact({ email: 'e@merge.example.com' }), await contact({ email: 'f@merge.example.com', phone: '+4915119870105' })]
  await agree(f)
  await merge(e, f, ['email'])
  expect(await standing(e)).toEqual(['granted', 'granted'])
  await say('+4915119870105', 'STOP')
  const g = await contact({ email: 'g@merge.example.com' })
  await merge(g, e)
  expect(await standing(g)).toEqual(['pending', 'withdrawn'])
  const h = await contact({ email: 'h@merge.example.com' })
  await merge(h, g)
  expect((await say('+4915119870105', 'START'))?.reply).toContain('You will get messages again.')
  expect(await standing(h)).toEqual(['pending', 'granted'])
  // The address with consent is replaced by the other contact's.
  const i = await contact({ phone: '+4915119870106' })
  await merge(h, i, ['phone'])
  expect(await standing(h)).toEqual(['pending', 'pending'])
  // The question moves along with its number.
  await t.platform.db.withOrg(user.orgId, (tx) => markRequested(tx, h, ['marketing'], t.platform.hashAddress('+4915119870106')))
  const k = await contact({ email: 'k@merge.example.com' })
  await merge(k, h)
  expect([(await say('+4915119870106', 'yes'))?.keyword, await standing(k)]).toEqual(['yes', ['pending', 'granted']])
})

test('unsubscribe page works without script: opening changes nothing, one click ends the purpose, another ends all', async () => {
  const body = { email: 'leaves@example.com', phone: '+4915119876999', locale: 'fr' }
  const { id } = (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body })).body.data
  const ref = { orgId: user.orgId, contactId: id, channel: 'email', purpose: 'marketing', sendId: null } as const
  await t.platform.db.withOrg(user.orgId, (tx) =>
    recordConsent(
      tx,
      (['email', 'sms'] as const).map((channel) => ({
        contactId: id,
        channel,
        purpose: 'marketing',
        status: 'granted',
        source: 'form',
        proof: {},
      })),
    ),
  )
  const pathOf = (url: string) => new URL(url).pathname
  const url = pathOf(unsubscribeUrls(t.platform, ref).page)
  const open = (at: string, wish: string) => t.app.inject({ url: at, headers: { 'accept-language': wish } })
  const press = (what: string, at = url) =>
    t.app.inject({
      method: 'POST',
      url: at,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
      payload: `do=${what}`,
    })
  const page = await open(url, 'en')
  expect([page.statusCode, page.headers['content-type'], /<script|style="/.test(page.body)]).toEqual([
    200,
    'text/html; charset=utf-8',
    false,
  ])
  expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  for (const text of ['<h1>Unsubscribe?</h1>', 'about “Marketing”', `action="${url}"`, `href="/preferences/`, 'hreflang="ja"'])
    expect(page.body).toContain(text)
  // In the contact's language if the browser asks for none of ours, or in one chosen on the page.
  const spoken = async (at: string, wish: string) => /lang="(\w+)"/.exec((await open(at, wish)).body)?.[1]
  expect([await spoken(url, 'tr'), await spoken(url, 'tr,de;q=0.5'), await spoken(`${url}?language=ja&utm=x`, 'de')]).toEqual([
    'fr',
    'de',
    'ja',
  ])
  expect(await standing(id)).toEqual(['granted', 'granted'])
  const ended = await press('purpose', `${url}?language=de`)
  expect([ended.statusCode, ended.body.includes('erhält nichts mehr zu „Marketing“')]).toEqual([200, true])
  expect(await standing(id)).toEqual(['withdrawn', 'granted'])
  expect((await press('everything', `${url}?language=en`)).body).toContain('<h1>You are unsubscribed</h1>')
  expect(await standing(id)).toEqual(['withdrawn', 'withdrawn'])
  // Choices for browsers without script: an unticked purpose is withdrawn.
  const choices = url.replace('/unsubscribe/', '/choices/')
  expect((await open(choices, 'en')).body).toMatch(/<legend>Marketing<\/legend>[^]*value="email marketing"[^]*>SMS<\/label>/)
  const saved = await press('save&choice=sms+marketing', choices)
  expect([saved.statusCode, saved.body.includes('Saved.'), /value="sms marketing"[^>]* checked>/.test(saved.body)]).toEqual([
    200,
    true,
    true,
  ])
  expect(await standing(id)).toEqual(['withdrawn', 'granted'])
  await press('everything', choices)
  expect(await standing(id)).toEqual(['withdrawn', 'withdrawn'])
  const preview = pathOf(previewUrl(t.platform, user.orgId)).replace('/preferences/', '/unsubscribe/')
  expect((await open(preview, 'en')).body).toMatch(/<button [^>]*disabled>/)
  for (const gone of [await press('everything', preview), await open('/unsubscribe/cut', 'en'), await open('/confirm/cut', 'en')])
    expect([gone.statusCode, gone.body.includes('This link does not work')]).toEqual([404, true])
})

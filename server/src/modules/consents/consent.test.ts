import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsentEntry, ContactConsents, PreferencePage, Suppression } from '@imperium/contract/contacts/consents.ts'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import { confirmationPage } from '../../testing/confirmation-page.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { applyKeyword } from './keywords/apply-keyword.ts'
import { preferencesUrl, previewUrl } from './links/link-token.ts'
import { recordConsent } from './record-consent.ts'
import { isSuppressed, suppress } from './suppressions/suppress.ts'
import { arrangeConsents, pathOf, tokenOf } from './test-consents.ts'
import { withdrawConsent } from './withdraw-consent.ts'

let t: TestApp
let user: TestUser
let token: string
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register({ organizationName: 'Acme Garden' })
  token = user.token
})
afterAll(() => t.close())

const { inOrg, person, agree, standing, suppressed, linkOf } = arrangeConsents(() => ({ app: t, user }))
const eventsOf = async (contactId: string) =>
  (
    await t.owner.query<{ payload: Record<string, unknown> }>(
      `select payload from app.outbox where type = 'contact.unsubscribed' and payload->>'contactId' = $1 order by id`,
      [contactId],
    )
  ).rows.map((row) => row.payload)
const emails = async () =>
  (
    await t.owner.query<{ data: { letterId: string; sealed: string } }>(
      `select data from pgboss.job where name like 'platform.deliver%Letter' and group_id = $1 order by created_on desc`,
      [user.orgId],
    )
  ).rows.map(
    ({ data }) =>
      JSON.parse(t.platform.keyRing.decrypt(data.sealed, `letter:${data.letterId}`)) as Record<'to' | 'subject' | 'text', string>,
  )
const oneClick = (url: string, type = 'application/x-www-form-urlencoded') =>
  t.app.inject({ method: 'POST', url: pathOf(url), headers: { 'content-type': type }, payload: 'List-Unsubscribe=One-Click' })

test('unsubscribes with one click, suppresses the address after the last purpose and records it in the ledger', async () => {
  const { id, email } = await person()
  await agree(id)
  const { oneClick: url } = linkOf(id)
  expect((await oneClick(url)).statusCode).toBe(200)
  expect((await oneClick(url)).statusCode).toBe(200)
  expect(await standing(id)).toEqual({ 'email marketing': 'withdrawn' })
  expect(await suppressed('email', email)).toMatchObject({ level: 'organization', reason: 'unsubscribed' })
  expect(await eventsOf(id)).toEqual([{ contactId: id, channel: 'email', purpose: null, sendId: null }])
  const { body } = await t.call<ConsentEntry[]>('GET', `/api/contacts/${id}/consents/history`, { token })
  expect(body.data.map(({ status, source }) => [status, source])).toEqual([
    ['withdrawn', 'unsubscribe'],
    ['granted', 'form'],
  ])
  expect(body.data[0]?.proof).toContainEqual({ name: 'page', value: 'one-click' })
})

test('accepts multipart one-click requests and never unsubscribes by GET', async () => {
  const { id } = await person()
  await agree(id)
  const { oneClick: url, page } = linkOf(id)
  const shown = await t.app.inject({ method: 'GET', url: pathOf(url) })
  expect([shown.statusCode, shown.headers['location']]).toEqual([303, pathOf(page)])
  expect((await t.call('GET', `/api/public/preferences/${tokenOf(page)}`)).status).toBe(200)
  expect((await t.app.inject({ method: 'HEAD', url: pathOf(url) })).statusCode).not.toBe(200)
  expect(await standing(id)).toEqual({ 'email marketing': 'granted' })
  expect(await eventsOf(id)).toEqual([])
  expect((await oneClick(url, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
  expect(await standing(id)).toEqual({ 'email marketing': 'withdrawn' })
})

test('counts twenty concurrent clicks as one', async () => {
  const { id } = await person()
  await agree(id)
  const { oneClick: url } = linkOf(id)
  const responses = await Promise.all(Array.from({ length: 20 }, () => oneClick(url)))
  expect(new Set(responses.map((each) => each.statusCode))).toEqual(new Set([200]))
  expect(await eventsOf(id)).toHaveLength(1)
})

test('ends one of two purposes, and all channels when unsubscribing from everything', async () => {
  expect((await t.call('POST', '/api/consents/purposes', { token, body: { key: 'news', name: 'News' } })).status).toBe(201)
  const { id, email, phone } = await person()
  await agree(id)
  await agree(id, 'email', 'news')
  await agree(id, 'sms')
  const path = `/api/public/preferences/${tokenOf(linkOf(id).page)}`
  const one = await t.call<PreferencePage>('POST', `${path}/unsubscribe`, { body: { everything: false } })
  expect(one.body.data.purposes.map(({ key, granted }) => [key, granted])).toEqual([
    ['marketing', ['sms']],
    ['news', ['email']],
  ])
  expect(await suppressed('email', email)).toBeNull()
  await t.call('POST', `${path}/unsubscribe`, { body: { everything: true } })
  expect(await standing(id)).toEqual({
    'email marketing': 'withdrawn',
    'email news': 'withdrawn',
    'sms marketing': 'withdrawn',
    'sms news': 'withdrawn',
  })
  expect(await suppressed('email', email)).toMatchObject({ reason: 'unsubscribed' })
  expect(await suppressed('sms', phone)).toMatchObject({ reason: 'unsubscribed' })
  const archive = await t.call('PATCH', '/api/consents/purposes/news', { token, body: { archived: true } })
  expect(archive.status).toBe(200)
})

test('shows only a hint of the address on the preference page, saves choices and lifts the opt-out on return', async () => {
  const { id, email } = await person({ locale: 'de-AT' })
  await agree(id)
  const path = `/api/public/preferences/${tokenOf(preferencesUrl(t.platform, { orgId: user.orgId, contactId: id, channel: 'email', sendId: null }))}`
  const { status, body } = await t.call<PreferencePage>('GET', path)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ kind: 'person', language: 'de', hint: 'c***@example.com', organization: { name: 'Acme Garden' } })
  expect(JSON.stringify(body)).not.toContain(email)
  const choose = (granted: boolean) =>
    t.call<PreferencePage>('PUT', path, { body: { choices: [{ channel: 'email', purpose: 'marketing', granted }] } })
  expect((await choose(false)).body.data.purposes[0]?.granted).toEqual([])
  expect(await suppressed('email', email)).toMatchObject({ reason: 'unsubscribed' })
  expect((await choose(true)).body.data.purposes[0]?.granted).toEqual(['email'])
  expect(await suppressed('email', email)).toBeNull()
  expect(await standing(id)).toEqual({ 'email marketing': 'granted' })
  // An old link does not offer a channel that the contact was never asked about.
  const other = await t.call('PUT', path, { body: { choices: [{ channel: 'sms', purpose: 'marketing', granted: true }] } })
  expect(other.status).toBe(409)
})

test('does not lift a complaint suppression by a choice on the page', async () => {
  const { id, email } = await person()
  await agree(id)
  await inOrg((tx) => withdrawConsent(t.platform, tx, { contactId: id, channel: 'email', purpose: null, source: 'complaint', proof: {} }))
  const path = `/api/public/preferences/${tokenOf(linkOf(id).page)}`
  expect((await t.call<PreferencePage>('GET', path)).body.data.channels).toMatchObject([{ channel: 'email', closed: true }])
  expect((await t.call('PUT', path, { body: { choices: [{ channel: 'email', purpose: 'marketing', granted: true }] } })).status).toBe(409)
  expect(await suppressed('email', email)).toMatchObject({ reason: 'complained' })
})

test('rejects foreign links, links of another kind and links of erased contacts', async () => {
  const { id } = await person()
  const foreign = 'x'.repeat(100)
  expect((await t.call('GET', `/api/public/preferences/${foreign}`)).status).toBe(404)
  expect(
    (
      await t.app.inject({
        method: 'POST',
        url: `/api/unsubscribe/${foreign}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      })
    ).statusCode,
  ).toBe(404)
  const preview = tokenOf(previewUrl(t.platform, user.orgId))
  expect((await t.call<PreferencePage>('GET', `/api/public/preferences/${preview}`)).body.data.kind).toBe('preview')
  expect((await t.call('PUT', `/api/public/preferences/${preview}`, { body: { choices: [] } })).status).toBe(404)
  const { page, oneClick: url } = linkOf(id)
  expect((await t.call('DELETE', `/api/contacts/${id}`, { token })).status).toBe(200)
  expect((await t.call('GET', `/api/public/preferences/${tokenOf(page)}`)).status).toBe(404)
  expect((await oneClick(url)).statusCode).toBe(200)
})

test('suppresses erased contacts by hash and refuses to write to them again', async () => {
  const { id, email, phone } = await person()
  await agree(id)
  await t.call('DELETE', `/api/contacts/${id}`, { token })
  expect(await suppressed('email', email)).toMatchObject({ reason: 'erased' })
  expect(await suppressed('sms', phone)).toMatchObject({ reason: 'erased' })
  const { body } = await t.call<Suppression[]>('GET', `/api/suppressions?address=${encodeURIComponent(email)}`, { token })
  expect(body.data).toMatchObject([{ hint: '***', reason: 'erased' }])
  const { rows } = await t.owner.query('select 1 from app.consent_entries where contact_id = $1', [id])
  expect(rows).toEqual([])
})

test('double opt-in: waits for the link of an email in the contact’s language, confirms once by POST and never after an opt-out', async () => {
  const quiet = { quietFrom: null, quietUntil: null, quietChannels: [] }
  const settings = { ...quiet, doubleOptIn: true, capMessages: null, capDays: 7, pageTitle: '', pageText: '', helpText: '' }
  expect((await t.call('PUT', '/api/consents/settings', { token, body: settings })).status).toBe(200)
  const { id, email } = await person({ locale: 'fr' })
  const grant = () =>
    t.call<ContactConsents>('POST', `/api/contacts/${id}/consents`, {
      token,
      body: { channel: 'email', purpose: 'marketing', source: 'form', proof: 'Ticked the box on /newsletter' },
    })
  expect((await grant()).body.data.standing).toMatchObject([{ status: 'pending' }])
  await grant()
  const mine = (await emails()).filter((emailMessage) => emailMessage.to === email)
  expect(mine).toHaveLength(1)
  expect(mine[0]?.subject).toBe('Veuillez confirmer : e-mails de Acme Garden')
  // Can be sent again on demand, but not right after the last one, and only for pending consent.
  const remind = () => t.call('POST', `/api/contacts/${id}/consents/confirmation`, { token, body: { purpose: 'marketing' } })
  expect((await remind()).status).toBe(429)
  await t.owner.query("delete from auth.rate_hits where key like 'confirmation:%'")
  expect((await remind()).status).toBe(200)
  expect((await emails()).filter((emailMessage) => emailMessage.to === email)).toHaveLength(2)
  const link = /\/confirm\/([\w-]+)/.exec(mine[0]?.text ?? '')?.[1] ?? ''
  const opened = await confirmationPage(t, link, 'GET')
  expect([opened.status, opened.text.includes('about “Marketing”')]).toEqual(['pending', true])
  expect(await standing(id)).toEqual({ 'email marketing': 'pending' })
  expect((await confirmationPage(t, link)).status).toBe('granted')
  expect(await standing(id)).toEqual({ 'email marketing': 'granted' })
  await t.owner.query("delete from auth.rate_hits where key like 'confirmation:%'")
  expect((await remind()).status).toBe(409)
  await inOrg((tx) =>
    withdrawConsent(t.platform, tx, { contactId: id, channel: 'email', purpose: 'marketing', source: 'manual', proof: {} }),
  )
  expect((await confirmationPage(t, link)).status).toBe('ended')
  expect(await standing(id)).toEqual({ 'email marketing': 'withdrawn' })
  // The timeline shows each consent change and both emails.
  const { body: entries } = await t.call<TimelineEntry[]>('GET', `/api/contacts/${id}/timeline?kind=consent`, { token })
  const types = entries.data.map(({ type }) => type.replace('consent.', ''))
  expect(types.join(' ')).toBe('withdrawn granted asked pending pending asked')
  expect(entries.data[1]).toMatchObject({
    title: 'marketing',
    detail: { channel: 'email', source: 'double-opt-in', proof: { text: 'Marketing' } },
  })
  await t.call('PUT', '/api/consents/settings', { token, body: { ...settings, doubleOptIn: false } })
})

test('STOP withdraws consent of all contacts with the number and suppresses it; START lifts only STOP', async () => {
  const phone = '+4915112345678'
  const [ada, bob] = [await person({ phone, locale: 'de' }), await person({ phone })]
  await agree(ada.id, 'sms')
  await agree(bob.id, 'sms')
  await agree(ada.id, 'email')
  const say = (text: string) => inOrg((tx) => applyKeyword(t.platform, tx, { channel: 'sms', address: phone, text }))
  expect(await say('I will stop by')).toBeNull()
  const stopped = await say('Stop!')
  expect(stopped?.keyword).toBe('stop')
  expect(stopped?.reply).toContain('Acme Garden')
  expect(stopped?.contactIds.toSorted()).toEqual([ada.id, bob.id].toSorted())
  expect(await standing(ada.id)).toEqual({ 'email marketing': 'granted', 'sms marketing': 'withdrawn' })
  expect(await standing(bob.id)).toEqual({ 'sms marketing': 'withdrawn' })
  expect(await suppressed('sms', phone)).toMatchObject({ reason: 'stop' })
  expect((await say('START'))?.keyword).toBe('start')
  expect(await suppressed('sms', phone)).toBeNull()
  expect(await standing(bob.id)).toEqual({ 'sms marketing': 'granted' })
  expect((await say('help'))?.reply).toContain('STOP')
})

test('START does not restore what was withdrawn in another way', async () => {
  const { id, phone } = await person()
  await agree(id, 'sms')
  const say = (text: string) => inOrg((tx) => applyKeyword(t.platform, tx, { channel: 'sms', address: phone, text }))
  await inOrg((tx) => withdrawConsent(t.platform, tx, { contactId: id, channel: 'sms', purpose: 'marketing', source: 'manual', proof: {} }))
  await say('STOP')
  await say('START')
  expect(await standing(id)).toEqual({ 'sms marketing': 'withdrawn' })
  await inOrg((tx) => suppress(t.platform, tx, { channel: 'sms', address: phone, reason: 'manual' }))
  await say('STOP')
  const response = await say('START')
  expect(response?.reply).toContain('stays off our list')
  expect(await suppressed('sms', phone)).toMatchObject({ reason: 'manual' })
})

test('STOP suppresses an unknown number, too', async () => {
  await inOrg((tx) => applyKeyword(t.platform, tx, { channel: 'whatsapp', address: '+4917600000000', text: 'BAJA' }))
  const found = await inOrg((tx) => isSuppressed(t.platform, tx, { channel: 'whatsapp', address: '+4917600000000' }))
  expect(found).toMatchObject({ reason: 'stop' })
})

test('never overrides an opt-out by an imported opt-in, nor a newer entry by an older one', async () => {
  const { id } = await person()
  const say = (status: 'granted' | 'withdrawn', source: 'import' | 'form', at?: Date) =>
    inOrg((tx) =>
      recordConsent(tx, [{ contactId: id, channel: 'email', purpose: 'marketing', status, source, proof: {}, ...(at ? { at } : {}) }]),
    )
  await say('granted', 'import', new Date('2024-01-01'))
  expect(await standing(id)).toEqual({ 'email marketing': 'granted' })
  await say('withdrawn', 'form')
  await say('granted', 'import')
  expect(await standing(id)).toEqual({ 'email marketing': 'withdrawn' })
  await say('granted', 'form', new Date('2024-06-01'))
  expect(await standing(id)).toEqual({ 'email marketing': 'withdrawn' })
  await say('granted', 'form')
  expect(await standing(id)).toEqual({ 'email marketing': 'granted' })
  const { rows } = await t.owner.query('select 1 from app.consent_entries where contact_id = $1', [id])
  expect(rows).toHaveLength(5)
})

test('lets only the database’s owner change the ledger', async () => {
  const { id } = await person()
  await agree(id)
  await expect(
    inOrg((tx) => tx.updateTable('consent_entries').set({ status: 'granted' }).where('contact_id', '=', id).execute()),
  ).rejects.toThrow(/permission denied/)
})

test('keeps the stricter consent, one ledger and working links after a merge', async () => {
  const [into, from] = [await person(), await person({ phone: null })]
  await agree(into.id)
  await agree(into.id, 'sms')
  await agree(from.id)
  await inOrg((tx) =>
    withdrawConsent(t.platform, tx, { contactId: from.id, channel: 'email', purpose: 'marketing', source: 'manual', proof: {} }),
  )
  expect((await t.call('POST', `/api/contacts/${into.id}/merge`, { token, body: { otherId: from.id, take: [] } })).status).toBe(200)
  expect(await standing(into.id)).toEqual({ 'email marketing': 'withdrawn', 'sms marketing': 'granted' })
  const { body } = await t.call<ConsentEntry[]>('GET', `/api/contacts/${into.id}/consents/history`, { token })
  expect(body.data.map(({ source }) => source).toSorted()).toEqual(['form', 'form', 'form', 'manual', 'merge'])
  await agree(into.id)
  expect((await oneClick(linkOf(from.id).oneClick)).statusCode).toBe(200)
  expect(await standing(into.id)).toMatchObject({ 'email marketing': 'withdrawn' })
})

test('suppressions: one, a pasted list with what cannot be read, exact search, removal with a reason that is kept', async () => {
  const one = await t.call<Suppression>('POST', '/api/suppressions', {
    token,
    body: { channel: 'email', address: 'Zoe.Quiet@Example.com', detail: 'Asked on the phone' },
  })
  expect(one.status).toBe(201)
  expect(one.body.data).toMatchObject({
    hint: 'z***@example.com',
    reason: 'manual',
    detail: 'Asked on the phone',
    createdBy: expect.stringContaining('Pat'),
  })
  const many = await t.call('POST', '/api/suppressions/import', {
    token,
    body: {
      channel: 'email',
      addresses: 'a1@example.com, a2@example.com;\n"Bob" <a3@example.com>\nnot an address\nA1@example.com\nzoe.quiet@example.com',
    },
  })
  expect(many.body.data).toEqual({ added: 3, alreadyThere: 1, invalid: 1, examples: ['not an address'] })
  const find = (address: string) => t.call<Suppression[]>('GET', `/api/suppressions?address=${encodeURIComponent(address)}`, { token })
  expect((await find('ZOE.quiet@example.com')).body.data).toHaveLength(1)
  expect((await find('nobody@example.com')).body.data).toEqual([])
  expect((await find('zoe')).status).toBe(422)
  const id = one.body.data.id
  expect((await t.call('POST', `/api/suppressions/${id}/remove`, { token, body: { reason: '' } })).status).toBe(422)
  expect((await t.call('POST', `/api/suppressions/${id}/remove`, { token, body: { reason: 'Signed up again' } })).status).toBe(200)
  expect((await t.call('POST', `/api/suppressions/${id}/remove`, { token, body: { reason: 'Signed up again' } })).status).toBe(404)
  const { rows } = await t.owner.query<{ after: unknown }>(
    `select after from app.audit_log where org_id = $1 and action = 'consents.removeSuppression' and outcome = 'success'`,
    [user.orgId],
  )
  expect(JSON.stringify(rows)).toContain('Signed up again')
  expect(await suppressed('email', 'zoe.quiet@example.com')).toBeNull()
})

test('the database holds no address that is suppressed', async () => {
  await t.call('POST', '/api/suppressions', { token, body: { channel: 'email', address: 'very.secret.person@example.com' } })
  const { rows } = await t.owner.query('select s::text from app.suppressions s')
  expect(JSON.stringify(rows)).not.toContain('very.secret')
  const hash = t.platform.hashAddress('very.secret.person@example.com').toString('hex')
  expect(JSON.stringify(rows)).toContain(hash)
})

test('a harder reason takes the place of a softer one, and no softer one of a harder', async () => {
  const put = (reason: 'stop' | 'complained' | 'unsubscribed') =>
    inOrg((tx) => suppress(t.platform, tx, { channel: 'email', address: 'harder@example.com', reason }))
  expect([await put('unsubscribed'), await put('complained'), await put('stop')]).toEqual([true, false, false])
  expect(await suppressed('email', 'harder@example.com')).toMatchObject({ reason: 'complained' })
})

test('settings: a stale write is refused, half of the quiet hours too; the last purpose stays', async () => {
  const { body } = await t.call('GET', '/api/consents/settings', { token })
  const { previewUrl: _, ...settings } = body.data
  const put = (change: object) =>
    t.call<{ updatedAt: string }>('PUT', '/api/consents/settings', { token, body: { ...settings, ...change } })
  const saved = await put({ pageTitle: 'Choose', quietFrom: '22:00', quietUntil: '06:30' })
  expect(saved.body.data).toMatchObject({ pageTitle: 'Choose', quietFrom: '22:00', quietUntil: '06:30' })
  expect((await put({ pageTitle: 'Late' })).status).toBe(409)
  const now = { updatedAt: saved.body.data.updatedAt }
  expect((await put({ ...now, quietFrom: '22:00', quietUntil: null })).status).toBe(422)
  expect((await put({ ...now, quietFrom: '10:00', quietUntil: '10:00' })).status).toBe(422)
  expect((await t.call('PATCH', '/api/consents/purposes/marketing', { token, body: { archived: true } })).status).toBe(409)
})

test('an organization that is older than purposes gets its first one', async () => {
  const old = await t.register()
  await t.owner.query('delete from app.consent_purposes where org_id = $1', [old.orgId])
  const { body } = await t.call<{ key: string }[]>('GET', '/api/consents/purposes', { token: old.token })
  expect(body.data.map(({ key }) => key)).toEqual(['marketing'])
})

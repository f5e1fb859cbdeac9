import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsentEntry, ContactConsents } from '@imperium/contract/contacts/consents.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import type { SignUpForm } from '@imperium/contract/contacts/sign-up-forms.ts'
import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { confirmationPage } from '../../testing/confirmation-page.ts'
import { productEmails } from '../../testing/product-emails.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { suppress } from '../consents/index.ts'

let t: TestApp
let user: TestUser
let token: string
const clock = createFakeClock()
beforeAll(async () => {
  t = await createTestApp({ clock })
  user = await t.register({ organizationName: 'Acme <Garden>' })
  token = user.token
  await t.call('POST', '/api/consents/purposes', { token, body: { key: 'news', name: 'Garden news', description: 'Once a month' } })
  await t.call('POST', '/api/contacts/fields', { token, body: { key: 'size', label: 'Garden size', type: 'number' } })
  await t.call('POST', '/api/contacts/fields', { token, body: { key: 'plan', label: 'Plan', type: 'choice', choices: ['Small', 'Big'] } })
  await t.startWorkers()
})
afterAll(() => t.close())

const texts = { consentText: 'Yes, write to me about "gardens" & more.', purposes: ['marketing'] }
let count = 0
async function make(change: object = {}): Promise<SignUpForm> {
  count += 1
  const response = await t.call<SignUpForm>('POST', '/api/consents/forms', { token, body: { name: `Form ${count}`, ...texts, ...change } })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

const pathOf = (form: SignUpForm) => new URL(form.url).pathname
const open = (form: SignUpForm, headers = {}) => t.app.inject({ method: 'GET', url: pathOf(form), headers })
let network = 0
function send(form: SignUpForm, values: Record<string, string> | [string, string][], headers = {}) {
  network += 1
  return t.app.inject({
    method: 'POST',
    url: pathOf(form),
    remoteAddress: `192.0.2.${network % 250}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Browser/1', ...headers },
    payload: new URLSearchParams(values).toString(),
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it did not come to that')
}

/** Until the jobs that a form queued have run. */
const settled = () =>
  until(async () => {
    const open = `select 1 from pgboss.job where name = 'contacts.signUp' and state in ('created', 'retry', 'active')`
    return (await t.owner.query(open)).rows.length === 0
  })
async function signUp(form: SignUpForm, values: Record<string, string> | [string, string][]) {
  const response = await send(form, values)
  expect([response.statusCode, response.headers.location], response.body.slice(-900)).toEqual([303, `${pathOf(form)}/thanks`])
  await settled()
}
const find = async (email: string) =>
  (await t.call<Contact[]>('GET', `/api/contacts?q=${encodeURIComponent(email)}`, { token })).body.data.find((each) => each.email === email)
const consentsOf = async (id = '') =>
  Object.fromEntries(
    (await t.call<ContactConsents>('GET', `/api/contacts/${id}/consents`, { token })).body.data.standing.map((each) => [
      `${each.channel} ${each.purpose}`,
      each.status,
    ]),
  )
const emails = async (email: string) => (await productEmails(t)).filter(({ to }) => to === email)
const linkIn = (text: string) => /\/confirm\/([\w-]+)/.exec(text)?.[1] ?? ''
const confirmation = (emailMessage: { text: string } | undefined, method: 'GET' | 'POST' = 'POST') =>
  confirmationPage(t, linkIn(emailMessage?.text ?? ''), method)
const figures = async (form: SignUpForm) => {
  const { body } = await t.call<SignUpForm[]>('GET', '/api/consents/forms', { token })
  const { submittedCount, confirmedCount } = body.data.find(({ id }) => id === form.id) ?? { submittedCount: -1, confirmedCount: -1 }
  return [submittedCount, confirmedCount]
}
const events = async (type: string, contactId = '') =>
  (
    await t.owner.query(`select payload from app.outbox where type = $1 and payload->>'contactId' = $2 order by payload->>'purpose'`, [
      type,
      contactId,
    ])
  ).rows.map(({ payload }) => payload as Record<string, unknown>)

test('serves a page without script or external requests, escapes texts and uses the visitor’s language', async () => {
  const form = await make({
    heading: 'Join <us>',
    text: 'All about\ngardens',
    fields: [{ field: 'firstName', required: true }, { field: 'custom:plan' }],
  })
  const page = await open(form, { 'accept-language': 'de-AT,de;q=0.9' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'/)
  expect(page.body).not.toMatch(/<script|style="|<us>|<Garden>/)
  for (const text of [
    'lang="de"',
    'Join &#60;us&#62;',
    'Acme &#60;Garden&#62;',
    'Vorname',
    'freiwillig',
    '&#34;gardens&#34; &#38; more',
    '<option>Small</option>',
    'name="su-homepage"',
  ])
    expect(page.body).toContain(text)
  expect(await open(form, { 'accept-language': 'ja' }).then(({ body }) => body)).toContain('登録する')
  const english = await make({ language: 'en' })
  expect((await open(english, { 'accept-language': 'ja' })).body).toContain('Sign up</button>')
  const thanks = await t.app.inject(`${pathOf(form)}/thanks`)
  expect([thanks.statusCode, thanks.body.includes('Check your inbox')]).toEqual([200, true])
})

test('creates a contact without consent, sends a confirmation email and grants consent on click, with texts and places in the ledger', async () => {
  const form = await make({
    name: 'Spring news',
    purposes: ['marketing', 'news'],
    tags: ['web', 'spring'],
    fields: [{ field: 'firstName' }, { field: 'phone' }, { field: 'custom:size', required: true }],
    language: 'fr',
  })
  const email = 'ada@new.example.com'
  await signUp(form, [
    ['email', ' Ada@New.example.com '],
    ['firstName', 'Ada'],
    ['phone', '+44 20 7946 0958'],
    ['custom:size', '12.5'],
    ['purpose', 'marketing'],
    ['purpose', 'news'],
    ['tags', 'admin'],
    ['su-homepage', ''],
  ])
  const before = await find(email)
  expect(before).toMatchObject({
    firstName: 'Ada',
    phone: '+442079460958',
    custom: { size: 12.5 },
    locale: 'fr',
    source: 'form',
    sourceDetail: 'Spring news',
    tags: [],
  })
  expect(await consentsOf(before?.id)).toEqual({ 'email marketing': 'pending', 'email news': 'pending' })
  expect(await events('contact.created', before?.id)).toEqual([{ contactId: before?.id, source: 'form' }])
  expect(await figures(form)).toEqual([1, 0])
  const [emailMessage, ...more] = await emails(email)
  expect([more.length, emailMessage?.subject]).toEqual([0, 'Veuillez confirmer : e-mails de Acme <Garden>'])
  expect(emailMessage?.text).toContain('Marketing, Garden news')
  // A form that speaks French leads to a page that does, whatever the browser wishes.
  const link = /\/confirm\/\S+/.exec(emailMessage?.text ?? '')?.[0] ?? ''
  expect((await t.app.inject({ url: link, headers: { 'accept-language': 'en' } })).body).toContain('<html lang="fr"')

  const opened = await confirmation(emailMessage, 'GET')
  expect([opened.status, opened.text]).toEqual([
    'pending',
    expect.stringMatching(/a\*\*\*@new\.example\.com about “Marketing, Garden news”/),
  ])
  expect(await consentsOf(before?.id)).toEqual({ 'email marketing': 'pending', 'email news': 'pending' })
  for (const _ of [1, 2]) expect((await confirmation(emailMessage)).status).toBe('granted')
  expect(await consentsOf(before?.id)).toEqual({ 'email marketing': 'granted', 'email news': 'granted' })
  expect((await find(email))?.tags).toEqual(['web', 'spring'])
  expect(await figures(form)).toEqual([1, 1])
  expect((await events('contact.subscribed', before?.id)).map((each) => [each['purpose'], each['formId'], each['source']])).toEqual([
    ['marketing', form.id, 'double-opt-in'],
    ['news', form.id, 'double-opt-in'],
  ])
  const { body } = await t.call<ConsentEntry[]>('GET', `/api/contacts/${before?.id}/consents/history`, { token })
  const proofOf = (status: string) =>
    Object.fromEntries(
      body.data.find((each) => each.status === status && each.purpose === 'news')?.proof.map(({ name, value }) => [name, value]) ?? [],
    )
  expect(proofOf('pending')).toMatchObject({
    form: 'Spring news',
    version: '1',
    text: texts.consentText,
    userAgent: 'Browser/1',
    ipAddress: `192.0.2.${network}`,
  })
  expect(proofOf('granted')).toMatchObject({
    form: 'Spring news',
    text: texts.consentText,
    page: 'confirm',
    signedUpFrom: `192.0.2.${network}`,
  })
  // A known contact gets no email, and the page does not reveal it.
  await signUp(form, { email, 'custom:size': '1', purpose: 'news' })
  expect(await emails(email)).toHaveLength(1)
  expect((await find(email))?.custom).toEqual({ size: 12.5 })
})

test('changes no known contact before confirmation, and then only empty fields', async () => {
  const form = await make({
    tags: ['vip'],
    fields: [{ field: 'firstName' }, { field: 'lastName' }, { field: 'phone' }, { field: 'custom:plan' }],
  })
  const email = 'grace@known.example.com'
  await t.call('POST', '/api/contacts', { token, body: { email, firstName: 'Grace', custom: { size: 3 } } })
  await signUp(form, { email, firstName: 'Mallory', lastName: 'Evil', phone: '+442079460959', 'custom:plan': 'Big' })
  expect(await find(email)).toMatchObject({ firstName: 'Grace', lastName: '', phone: null, custom: { size: 3 }, tags: [] })
  const [emailMessage] = await emails(email)
  await confirmation(emailMessage)
  expect(await find(email)).toMatchObject({
    firstName: 'Grace',
    lastName: '',
    phone: '+442079460959',
    custom: { size: 3, plan: 'Big' },
    tags: ['vip'],
  })
})

test('gives the same response to new, known and bounced addresses and robots, and emails only the new one', async () => {
  const form = await make({ doubleOptIn: false })
  const suppressed = (address: string, reason: 'bounced' | 'complained') =>
    t.platform.db.withOrg(user.orgId, (tx) => suppress(t.platform, tx, { channel: 'email', address, reason }))
  await suppressed('bounced@x.example.com', 'bounced')
  await suppressed('angry@x.example.com', 'complained')
  await signUp(form, { email: 'new@x.example.com' })
  await signUp(form, { email: 'new@x.example.com' })
  for (const email of ['bounced@x.example.com', 'angry@x.example.com']) await signUp(form, { email })
  await signUp(form, { email: 'robot@x.example.com', 'su-homepage': 'https://spam.example' })
  expect((await t.app.inject(`${pathOf(form)}/thanks`)).body).toContain('You are signed up.')
  // Without double opt-in consent stands at once.
  expect(await consentsOf((await find('new@x.example.com'))?.id)).toEqual({ 'email marketing': 'granted' })
  for (const email of ['bounced@x.example.com', 'angry@x.example.com', 'robot@x.example.com']) {
    expect(await find(email)).toBeUndefined()
    expect(await emails(email)).toEqual([])
  }
  expect(await figures(form)).toEqual([4, 1])
  expect((await events('contact.subscribed', (await find('new@x.example.com'))?.id)).length).toBe(1)
})

test('restores consent after an unsubscribe only by a click in the email, on any form; an older link ends with a new opt-out', async () => {
  const form = await make({ doubleOptIn: false })
  const email = 'back@x.example.com'
  await signUp(form, { email })
  const contact = await find(email)
  const withdraw = () =>
    t.call('POST', `/api/contacts/${contact?.id}/consents/withdraw`, { token, body: { channel: 'email', purpose: null } })
  await withdraw()
  await signUp(form, { email })
  expect(await consentsOf(contact?.id)).toMatchObject({ 'email marketing': 'withdrawn' })
  const [emailMessage] = await emails(email)
  await withdraw()
  expect((await confirmation(emailMessage, 'GET')).status).toBe('pending')
  await t.call('POST', `/api/contacts/${contact?.id}/consents`, {
    token,
    body: { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'By phone' },
  })
  await withdraw()
  expect((await confirmation(emailMessage)).status).toBe('ended')
  expect(await consentsOf(contact?.id)).toMatchObject({ 'email marketing': 'withdrawn' })
  await signUp(form, { email })
  // Nor is one that lay in the mailbox for a month.
  await t.owner.query(`update app.sign_ups set at = now() - interval '31 days' where contact_id = $1`, [contact?.id])
  await until(async () => (await confirmation((await emails(email)).at(-1), 'GET')).status === 'ended')
  await signUp(form, { email })
  await confirmation((await emails(email)).at(-1))
  const { body } = await t.call<ContactConsents>('GET', `/api/contacts/${contact?.id}/consents`, { token })
  expect([body.data.standing.find(({ purpose }) => purpose === 'marketing')?.status, body.data.suppressions]).toEqual(['granted', []])
})

test('lifting a suppression by sign-up restores its own purposes, not what others recorded after the suppression', async () => {
  const form = await make({ doubleOptIn: false })
  const email = 'hidden@x.example.com'
  await signUp(form, { email })
  const id = (await find(email))?.id
  const say = (path: string, body: object) => t.call('POST', `/api/contacts/${id}/consents${path}`, { token, body })
  await say('/withdraw', { channel: 'email', purpose: null })
  for (const purpose of ['marketing', 'news']) await say('', { channel: 'email', purpose, source: 'manual', proof: 'Order' })
  expect(await consentsOf(id)).toMatchObject({ 'email marketing': 'granted', 'email news': 'granted' })
  await signUp(form, { email })
  await confirmation((await emails(email)).at(-1))
  const { standing, suppressions } = (await t.call<ContactConsents>('GET', `/api/contacts/${id}/consents`, { token })).body.data
  expect(suppressions).toEqual([])
  const consent = Object.fromEntries(standing.map((each) => [each.purpose, [each.status, each.source]]))
  expect(consent).toMatchObject({ marketing: ['granted', 'double-opt-in'], news: ['withdrawn', 'double-opt-in'] })
})

test('shows the form again with values and errors; too fast, too often and unknown have their own pages', async () => {
  const form = await make({
    purposes: ['marketing', 'news'],
    fields: [{ field: 'lastName', required: true }, { field: 'custom:size' }, { field: 'custom:plan' }],
  })
  const wrong = await send(form, { email: 'no "address"', 'custom:size': 'big', 'custom:plan': 'Huge', lastName: 'x'.repeat(101) })
  expect(wrong.statusCode).toBe(422)
  for (const text of [
    'This is not an email address.',
    'value="no &#34;address&#34;"',
    'This value is not possible.',
    'Please choose at least one.',
    'aria-invalid="true"',
  ])
    expect(wrong.body).toContain(text)
  const stamp = /name="shown" value="([^"]+)"/.exec((await open(form)).body)?.[1] ?? ''
  const right = { email: 'slow@x.example.com', lastName: 'Hopper', purpose: 'news' }
  expect((await send(form, { ...right, shown: stamp })).body).toContain('Please press the button once more.')
  expect((await send(form, { ...right, shown: 'forged' })).statusCode).toBe(422)
  clock.advance(3_000)
  expect((await send(form, { ...right, shown: stamp })).statusCode).toBe(303)
  const often = await Promise.all(Array.from({ length: 6 }, () => send(form, { ...right, email: 'often@x.example.com' })))
  expect(often.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 303, 303, 303, 303, 429])
  const wait = Number(often.find(({ statusCode }) => statusCode === 429)?.headers['retry-after'])
  expect([Number.isInteger(wait), wait > 0, wait <= 3_600]).toEqual([true, true, true])
  for (const path of ['/forms/no-such-org/form', `/forms/${user.slug}/no-such-form`]) {
    const gone = await t.app.inject({ url: path, headers: { 'accept-language': 'es' } })
    expect([gone.statusCode, gone.body.includes('Este formulario no existe')]).toEqual([404, true])
  }
  expect(
    (await t.app.inject({ method: 'POST', url: pathOf(form), headers: { 'content-type': 'application/json' }, payload: '{}' })).statusCode,
  ).toBe(415)
})

test('sends no more emails to an address over its limit, and the sign-up waits', async () => {
  const form = await make()
  const email = 'flooded@x.example.com'
  await t.owner.query(
    `insert into auth.rate_hits (key, window_start, hits)
     select $1, to_timestamp((floor(extract(epoch from now()) / 3600) + n) * 3600), 100 from generate_series(0, 1) n`,
    [`letters:${hashTokenHex(email)}`],
  )
  await signUp(form, { email })
  expect(await consentsOf((await find(email))?.id)).toEqual({ 'email marketing': 'pending' })
  expect(await emails(email)).toEqual([])
  await t.owner.query('delete from auth.rate_hits where key = $1', [`letters:${hashTokenHex(email)}`])
  await signUp(form, { email })
  expect(await emails(email)).toHaveLength(1)
})

test('provides HTML for other pages that posts to the form and needs no script; redirects run from our own page', async () => {
  const form = await make({ redirectUrl: 'https://acme.example/welcome?a=1&b=2', fields: [{ field: 'custom:plan' }] })
  expect(form.embedHtml).toContain(`<form method="post" action="${form.url}"`)
  expect(form.embedHtml).not.toMatch(/name="shown"|<script|class="trap"/)
  // A field of the page's own, whatever it is called, is passed over.
  const own = { email: 'embed@x.example.com', homepage: 'https://mine.example' }
  expect((await send(form, own, { origin: 'https://acme.example' })).statusCode).toBe(303)
  await settled()
  expect(await find('embed@x.example.com')).toBeDefined()
  const thanks = await t.app.inject(`${pathOf(form)}/thanks`)
  expect(thanks.body).toContain('content="0; url=https://acme.example/welcome?a=1&#38;b=2"')
  const refused = await t.call('POST', '/api/consents/forms', { token, body: { name: 'x', ...texts, redirectUrl: 'javascript:alert(1)' } })
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'redirectUrl'])
})

test('lets managers manage forms with versions of the texts, and protects what a form needs', async () => {
  const form = await make({ name: 'Größe & Co', purposes: ['news'], fields: [{ field: 'custom:size' }] })
  expect(pathOf(form)).toMatch(/\/grosse-co(-\d)?$/)
  const put = (change: object) =>
    t.call<SignUpForm>('PUT', `/api/consents/forms/${form.id}`, {
      token,
      body: { name: 'Renamed', ...texts, purposes: ['news'], fields: [{ field: 'custom:size' }], ...change },
    })
  const same = await put({ updatedAt: form.updatedAt, thanks: 'Thanks!' })
  expect([same.status, same.body.data.version, same.body.data.url]).toEqual([200, 1, form.url])
  expect((await put({ updatedAt: form.updatedAt })).status).toBe(409)
  expect((await put({ consentText: 'Other words' })).body.data.version).toBe(2)
  expect((await put({ purposes: ['nothing'], fields: [{ field: 'custom:gone' }] })).body.errors?.map(({ path }) => path)).toEqual([
    'purposes.0',
    'fields.0.field',
  ])
  const { body: fields } = await t.call<{ id: string; key: string }[]>('GET', '/api/contacts/fields', { token })
  const kept = await t.call('DELETE', `/api/contacts/fields/${fields.data.find(({ key }) => key === 'size')?.id}`, { token })
  const request = await t.call('PATCH', '/api/consents/purposes/news', { token, body: { archived: true } })
  expect([kept.status, request.status, request.body.message?.includes('Renamed')]).toEqual([409, 409, true])
  const member = await t.addMember(user.orgId, 'MEMBER')
  expect((await t.call('GET', '/api/consents/forms', { token: member.token })).status).toBe(200)
  expect((await t.call('POST', '/api/consents/forms', { token: member.token, body: { name: 'x', ...texts } })).status).toBe(403)
  const archive = (archived: boolean) => t.call('POST', `/api/consents/forms/${form.id}/archive`, { token, body: { archived } })
  expect((await archive(true)).status).toBe(200)
  expect((await open(form)).statusCode).toBe(404)
  expect((await send(form, { email: 'late@x.example.com' })).statusCode).toBe(404)
  expect((await archive(false)).status).toBe(200)
  expect((await open(form)).statusCode).toBe(200)
})

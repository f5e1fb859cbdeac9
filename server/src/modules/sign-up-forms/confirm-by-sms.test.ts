import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsentEntry, ContactConsents } from '@imperium/contract/contacts/consents.ts'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import type { SignUpForm } from '@imperium/contract/contacts/sign-up-forms.ts'
import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import { confirmationPage } from '../../testing/confirmation-page.ts'
import { productEmails } from '../../testing/product-emails.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { applyKeyword, recordConsent } from '../consents/index.ts'

// A form proves a mailbox; the telephone that was typed there is asked by SMS, once, and only after the mailbox has confirmed.

let t: TestApp
let user: TestUser
let token: string
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register({ organizationName: 'Acme <Garden>' })
  token = user.token
  await t.call('POST', '/api/consents/purposes', { token, body: { key: 'news', name: 'Garden news', description: '' } })
  await t.startWorkers()
})
afterAll(() => t.close())

let count = 0
const body = (change: object = {}) => ({
  name: `Form ${(count += 1)}`,
  purposes: ['marketing'],
  fields: [{ field: 'phone' }],
  consentText: 'Yes, write to me.',
  smsConsent: true,
  language: 'en',
  ...change,
})
async function make(change: object = {}): Promise<SignUpForm> {
  const response = await t.call<SignUpForm>('POST', '/api/consents/forms', { token, body: body(change) })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const pathOf = (form: SignUpForm) => new URL(form.url).pathname
const send = (form: SignUpForm, values: Record<string, string>) =>
  t.app.inject({
    method: 'POST',
    url: pathOf(form),
    remoteAddress: `192.0.2.${(count += 1) % 250}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(values).toString(),
  })

/** Until the jobs that may run by now have run. */
async function settled(): Promise<void> {
  const open = `select 1 from pgboss.job where name in ('contacts.signUp', 'contacts.askBySms') and state in ('created', 'retry', 'active')
    and start_after <= now()`
  for (let tries = 0; (await t.owner.query(open)).rows.length > 0; tries++) {
    if (tries === 200) throw new Error('jobs do not end')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
async function signUp(form: SignUpForm, email: string, phone: string, more: Record<string, string> = { sms: 'yes' }): Promise<void> {
  expect((await send(form, { email, phone, ...more })).statusCode).toBe(303)
  await settled()
}
const emailsTo = async (email: string): Promise<string[]> =>
  (await productEmails(t)).flatMap(({ to, text }) => (to === email ? [text] : []))
/** Presses the button behind the newest letter. */
async function press(email: string, method: 'GET' | 'POST' = 'POST') {
  const link = /\/confirm\/([\w-]+)/.exec((await emailsTo(email)).at(-1) ?? '')?.[1] ?? ''
  const page = await confirmationPage(t, link, method)
  await settled()
  return page
}
const textsTo = async (phone: string): Promise<string[]> =>
  (
    await t.owner.query<{ body: string }>(`select body from app.messages where address = $1 and direction = 'outbound' order by id`, [
      phone,
    ])
  ).rows.map((row) => row.body)
const find = async (email: string) =>
  (await t.call<Contact[]>('GET', `/api/contacts?q=${encodeURIComponent(email)}`, { token })).body.data.find((each) => each.email === email)
async function consentsOf(email: string): Promise<Record<string, string>> {
  const response = await t.call<ContactConsents>('GET', `/api/contacts/${(await find(email))?.id}/consents`, { token })
  return Object.fromEntries(response.body.data.standing.map(({ channel, purpose, status }) => [`${channel} ${purpose}`, status]))
}
const say = (phone: string, text: string) =>
  t.platform.db.withOrg(user.orgId, (tx) => applyKeyword(t.platform, tx, { channel: 'sms', address: phone, text }))
const grant = (contactId: string, channel: 'email' | 'sms') =>
  t.platform.db.withOrg(user.orgId, (tx) =>
    recordConsent(tx, [{ contactId, channel, purpose: 'marketing', status: 'granted', source: 'manual', proof: {} }]),
  )

test('shows an unticked SMS box under the number, also in the HTML for other pages; ticked, it requires a number', async () => {
  const form = await make()
  const texts =
    'Also send me text messages from Acme &#60;Garden&#62; to this number. I can reply STOP at any time. Rates of my provider may apply.'
  const page = (await t.app.inject(pathOf(form))).body
  for (const html of [page, form.embedHtml]) {
    expect(html).toMatch(/name="phone"[^]*<input type="checkbox" name="sms" value="yes" id="su-sms"> /)
    expect(html).toContain(texts)
  }
  expect((await t.app.inject(`${pathOf(form)}/thanks`)).body).toContain('If you asked for text messages, one follows')
  const wrong = await send(form, { email: 'no-number@x.example.com', sms: 'yes' })
  expect([wrong.statusCode, wrong.body.includes('Please enter the number that text messages go to.')]).toEqual([422, true])
  expect(wrong.body).toContain('id="su-sms" checked>')
  const own = await make({ smsConsentText: 'Text me & mine', language: null })
  expect(own.embedHtml).toContain('Text me &#38; mine')
  const plain = await make({ smsConsent: false })
  expect(plain.embedHtml).not.toContain('name="sms"')
  await signUp(plain, 'forged@x.example.com', '+14155550001')
  expect((await press('forged@x.example.com')).text).not.toContain('text message')
  expect(await textsTo('+14155550001')).toEqual([])
})

test('sends no SMS before the email is confirmed; then one question, and YES grants the ticked purposes with the text as proof', async () => {
  const form = await make({ purposes: ['marketing', 'news'], doubleOptIn: false })
  const [email, phone] = ['ada@sms.example.com', '+14155550100']
  expect(
    (await send(form, { email, phone, sms: 'yes', language: 'de', purpose: 'news' })).statusCode,
    'also without double opt-in of the form',
  ).toBe(303)
  await settled()
  expect(await consentsOf(email)).toEqual({ 'email news': 'pending' })
  const [emailMessage] = await emailsTo(email)
  expect(emailMessage).toContain('You also asked for text messages to +14***00.')
  const opened = await press(email, 'GET')
  expect([opened.status, opened.text]).toEqual(['pending', expect.stringContaining('Text messages to +14***00 were asked for, too.')])
  expect(await textsTo(phone)).toEqual([])
  const pressed = await press(email)
  expect([pressed.status, pressed.text]).toEqual(['granted', expect.stringContaining('A text message to +14***00 asks')])
  await press(email)
  const question = 'Acme <Garden>: Reply YES to get text messages about: Garden news. Reply STOP if you do not want them.'
  expect(await textsTo(phone)).toEqual([expect.stringContaining(question)])
  expect(await consentsOf(email)).toEqual({ 'email news': 'granted', 'sms news': 'pending' })
  // Another sign-up with the number within a month: it had its request.
  await signUp(form, 'mallory@sms.example.com', phone, { sms: 'yes', purpose: 'marketing' })
  await press('mallory@sms.example.com')
  expect([(await textsTo(phone)).length, await consentsOf('mallory@sms.example.com')]).toEqual([1, { 'email marketing': 'granted' }])

  expect((await say(phone, 'Yes!'))?.keyword).toBe('yes')
  const ada = (await find(email))?.id
  expect(await consentsOf(email)).toEqual({ 'email news': 'granted', 'sms news': 'granted' })
  const { rows } = await t.owner.query(
    `select payload from app.outbox where type = 'contact.subscribed' and payload->>'contactId' = $1 order by payload->>'channel'`,
    [ada],
  )
  expect(rows).toMatchObject([{ payload: { channel: 'email' } }, { payload: { channel: 'sms', purpose: 'news', source: 'double-opt-in' } }])
  const history = (await t.call<ConsentEntry[]>('GET', `/api/contacts/${ada}/consents/history`, { token })).body.data
  const request = history.find(({ channel, status }) => channel === 'sms' && status === 'pending')
  const proof = Object.fromEntries(request?.proof.map(({ name, value }) => [name, value]) ?? [])
  // The page of others showed them in German.
  expect([request?.source, proof['form'], proof['text']]).toEqual([
    'form',
    form.name,
    expect.stringMatching(/^Ich möchte auch SMS von Acme <Garden>/),
  ])
  const shown = (await t.call<TimelineEntry[]>('GET', `/api/contacts/${ada}/timeline?kind=consent`, { token })).body.data
  expect(shown.map(({ type, detail }) => `${type} ${String(detail['channel'])}`).slice(0, 3)).toEqual([
    'consent.granted sms',
    'consent.pending sms',
    'consent.asked sms',
  ])
})

test("asks no number that sent STOP, that agreed as another contact, or that is not the contact's own", async () => {
  const form = await make()
  await say('+14155550201', 'STOP')
  const known = async (fields: object) => (await t.call<Contact>('POST', '/api/contacts', { token, body: fields })).body.data.id
  await grant(await known({ phone: '+14155550202' }), 'sms')
  await known({ email: 'moved@sms.example.com', phone: '+14155550204' })
  // A contact with only this number and no consent entry: that is no opt-out.
  await known({ phone: '+14155550205' })
  for (const [email, phone] of [
    ['stopped@sms.example.com', '+14155550201'],
    ['shares@sms.example.com', '+14155550202'],
    ['moved@sms.example.com', '+14155550203'],
    ['till@sms.example.com', '+14155550205'],
  ] as const) {
    await signUp(form, email, phone)
    expect((await press(email, 'GET')).text).toContain('were asked for, too.')
    const page = await press(email)
    // What others said with the number shows nowhere; what is known of the person themselves does.
    expect(page.text).toContain(email.startsWith('moved') ? 'We know you by another number' : 'A text message to +14***')
    expect(await consentsOf(email)).toMatchObject({ 'email marketing': 'granted' })
    expect(await textsTo(phone)).toHaveLength(email.startsWith('till') ? 1 : 0)
  }
  expect((await find('moved@sms.example.com'))?.phone).toBe('+14155550204')
  // Who agreed to email already is asked by letter again, for the number is new; who agreed to both is left alone.
  await signUp(form, 'till@sms.example.com', '+14155550205')
  expect(await emailsTo('till@sms.example.com')).toHaveLength(2)
  await say('+14155550205', 'yes')
  await signUp(form, 'till@sms.example.com', '+14155550205')
  expect(await emailsTo('till@sms.example.com')).toHaveLength(2)
})

test('asks a new number even if the old one was asked, and does not ask the old one again', async () => {
  const form = await make()
  const [email, old, phone] = ['mover@sms.example.com', '+14155550301', '+14155550302']
  await signUp(form, email, old)
  await press(email)
  expect((await t.call('PUT', `/api/contacts/${(await find(email))?.id}`, { token, body: { phone } })).status).toBe(200)
  // The question went elsewhere.
  expect([await say(phone, 'yes'), await consentsOf(email)]).toMatchObject([null, { 'sms marketing': 'pending' }])
  await signUp(form, email, phone)
  expect((await press(email)).text).toContain('A text message to +14***02 asks')
  expect([(await textsTo(phone)).length, (await say(phone, 'yes'))?.keyword]).toEqual([1, 'yes'])
  await signUp(form, 'heir@sms.example.com', old)
  await press('heir@sms.example.com')
  expect(await textsTo(old)).toHaveLength(1)
})

test("START confirms pending consent, restores what STOP ended, or else answers with the organization's contact", async () => {
  const form = await make()
  const nothing = 'There is nothing to resume, for this number is not signed up. To sign up, please contact us.'
  const reply = async (phone: string, text: string) => (await say(phone, text))?.reply
  const request = async (email: string, phone: string) => {
    await signUp(form, email, phone)
    await press(email)
    expect(await consentsOf(email)).toMatchObject({ 'sms marketing': 'pending' })
  }
  await request('starts@sms.example.com', '+14155550401')
  expect(await reply('+14155550401', 'Subscribe')).toContain('You will get messages again.')
  expect(await consentsOf('starts@sms.example.com')).toMatchObject({ 'sms marketing': 'granted' })
  await request('stops@sms.example.com', '+14155550402')
  await say('+14155550402', 'STOP')
  expect(await reply('+14155550402', 'START')).toContain('You will get messages again.')
  expect(await consentsOf('stops@sms.example.com')).toMatchObject({ 'sms marketing': 'granted' })
  const id = (await find('stops@sms.example.com'))?.id ?? ''
  await t.call('POST', `/api/contacts/${id}/consents/withdraw`, { token, body: { channel: 'sms', purpose: 'marketing' } })
  expect(await reply('+14155550402', 'START')).toContain(nothing)
  // A number without a contact: the suppression of STOP is lifted all the same.
  await say('+14155550403', 'STOP')
  expect(await reply('+14155550403', 'START')).toContain(nothing)
  const { rows } = await t.owner.query('select 1 from app.suppressions where address_hash = $1', [t.platform.hashAddress('+14155550403')])
  expect(rows).toEqual([])
})

test('asks numbers in a row twenty times an hour; the next one waits and is dropped after a day', async () => {
  const form = await make()
  const key = `sms-asks:${hashTokenHex(`${user.orgId} row:+1415556`)}`
  await t.owner.query(
    `insert into auth.rate_hits (key, window_start, hits)
     select $1, to_timestamp((floor(extract(epoch from now()) / 3600) + n) * 3600), 20 from generate_series(0, 1) n`,
    [key],
  )
  await signUp(form, 'late@sms.example.com', '+14155560001')
  await press('late@sms.example.com')
  expect([await textsTo('+14155560001'), await consentsOf('late@sms.example.com')]).toEqual([[], { 'email marketing': 'granted' }])
  const again = () =>
    t.owner.query(`update pgboss.job set start_after = now() where name = 'contacts.askBySms' and state = 'created' returning id`)
  const waiting = async () =>
    (await t.owner.query(`select 1 from pgboss.job where name = 'contacts.askBySms' and state = 'created' and start_after > now()`)).rows
  expect(await waiting()).toHaveLength(1)
  await t.owner.query('delete from auth.rate_hits where key = $1', [key])
  await again()
  await settled()
  expect(await textsTo('+14155560001')).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test('offers SMS on a form only where replies arrive, and keeps the account that sends them', async () => {
  const save = (change: object) => t.call<SignUpForm>('POST', '/api/consents/forms', { token, body: body(change) })
  expect((await save({ fields: [] })).body.errors).toEqual([expect.objectContaining({ path: 'smsConsent' })])
  const account = (from: string, isDefault: boolean) => ({
    provider: 'twilio',
    name: `Twilio ${from}`,
    isActive: true,
    isDefault,
    settings: { baseUrl: 'https://api.twilio.com', accountSid: 'AC1', from },
    secret: { authToken: 'x'.repeat(32) },
    ratePerSecond: null,
    domainRatePerSecond: null,
    priceMicros: null,
  })
  const refused = await t.call('POST', '/api/channels/accounts', { token, body: account('ACME', true) })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/SMS consent.*: Form 1, /)])
  const made = await t.call<{ id: string; updatedAt: string }>('POST', '/api/channels/accounts', { token, body: account('ACME', false) })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  // As if it had been so before.
  await t.owner.query(`update app.channel_accounts set is_default = false where org_id = $1 and channel = 'sms'`, [user.orgId])
  await t.owner.query(`update app.channel_accounts set is_default = true where id = $1`, [made.body.data.id])
  const named = await save({})
  expect([named.status, named.body.errors?.[0]?.path, named.body.message]).toEqual([
    422,
    'smsConsent',
    expect.stringContaining('uses a sender name'),
  ])
})

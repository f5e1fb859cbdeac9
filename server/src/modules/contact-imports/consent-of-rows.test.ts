import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsentEntry } from '@imperium/contract/contacts/consents.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import type { ContactImport, ImportPreview, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { confirmationPage } from '../../testing/confirmation-page.ts'
import { productEmails } from '../../testing/product-emails.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { recordConsent, suppress } from '../consents/index.ts'
import { setEmailState } from '../contacts/index.ts'
import { confirmationJob } from './confirmation-job.ts'
import { recogniseColumns } from './recognise-layout.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ env: { CONFIRMATIONS_PER_MINUTE: '1000' } })
  owner = await t.register({ organizationName: 'Acme' })
  await t.startWorkers()
})
afterAll(() => t.close())

const read = async (id: string) => (await t.call<ContactImport>('GET', `/api/contacts/import/${id}`, { token: owner.token })).body.data

async function upload(text: string): Promise<string> {
  const payload = Buffer.from(text)
  const body = { fileName: 'list.csv', sizeBytes: payload.length }
  const { id } = (await t.call<ContactImport>('POST', '/api/contacts/import', { token: owner.token, body })).body.data
  await t.app.inject({
    method: 'PUT',
    url: `/api/contacts/import/${id}/pieces?offset=0`,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    payload,
  })
  return id
}

type Change = Partial<ImportSettings> & Pick<ImportSettings, 'columns' | 'consent'>
const start = (id: string, change: Change) =>
  t.call<ContactImport>('POST', `/api/contacts/import/${id}/start`, {
    token: owner.token,
    body: { settings: { separator: ',', encoding: 'utf-8', hasHeader: true, dedupe: 'fill', ...change } },
  })

async function until<T>(look: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await look()
    if (isThere(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error(`it did not come to that: ${JSON.stringify(await look())}`)
}

async function run(text: string, change: Change): Promise<ContactImport> {
  const id = await upload(text)
  const started = await start(id, change)
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  return until(
    () => read(id),
    ({ status }) => status !== 'running',
  )
}
const settled = (id: string) =>
  until(
    () => read(id),
    ({ askWaitingCount }) => askWaitingCount === 0,
  )
const figures = ({ createdCount, askWaitingCount, askedCount, unaskedCount }: ContactImport) => [
  createdCount,
  askWaitingCount,
  askedCount,
  unaskedCount,
]

const emailsTo = async (domain: string) => (await productEmails(t, owner.orgId)).filter(({ to }) => to.endsWith(`@${domain}`))
const consents = async (domain: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await t.owner.query<{ email: string; said: string }>(
        `select split_part(email, '@', 1) as email, string_agg(channel || ':' || status, ' ' order by channel) as said
         from app.contacts c join app.consents s on s.org_id = c.org_id and s.contact_id = c.id where email like '%@' || $1 group by 1 order by 1`,
        [domain],
      )
    ).rows.map(({ email, said: stated }) => [email, stated]),
  )
const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(owner.orgId, work)
const known = async (email: string) =>
  (await t.call<Contact>('POST', '/api/contacts', { token: owner.token, body: { email } })).body.data.id

const byConfirmation = { kind: 'confirm', purpose: 'marketing', source: 'Visitors of the fair in May' } as const
const held = (isHeld: boolean) =>
  isHeld
    ? t.owner.query(
        `insert into auth.rate_hits (key, window_start, hits)
         select $1, to_timestamp((floor(extract(epoch from now()) / 60) + n) * 60), 100000 from generate_series(0, 3) n
         on conflict (key, window_start) do update set hits = excluded.hits`,
        [`asks:${owner.orgId}`],
      )
    : t.owner.query('delete from auth.rate_hits where key = $1', [`asks:${owner.orgId}`])

test('asks for confirmation: consent counts after the click, and contacts with an opt-in, opt-out or suppression are not asked', async () => {
  const [yes, no, dead] = [await known('yes@one.example'), await known('no@one.example'), await known('dead@one.example')]
  await inOrg(async (tx) => {
    const stated = { channel: 'email', purpose: 'marketing', source: 'manual', proof: {} } as const
    await recordConsent(tx, [
      { ...stated, contactId: yes, status: 'granted' },
      { ...stated, contactId: no, status: 'withdrawn' },
    ])
    await suppress(t.platform, tx, { channel: 'email', address: 'never@one.example', reason: 'unsubscribed' })
    await setEmailState(tx, [dead], 'bounced')
  })
  const file =
    'email,phone\nnew@one.example,\nyes@one.example,\nno@one.example,\nnever@one.example,\ndead@one.example,\n,+442079460958\nNEW@one.example,\n'
  const done = await settled((await run(file, { columns: ['email', 'phone'], consent: byConfirmation })).id)
  expect(figures(done)).toEqual([3, 0, 1, 4])
  expect(await consents('one.example')).toEqual({ new: 'email:pending', no: 'email:withdrawn', yes: 'email:granted' })
  const [emailMessage, ...more] = await emailsTo('one.example')
  expect([emailMessage?.to, more]).toEqual(['new@one.example', []])
  const link = /\/confirm\/([\w-]+)/.exec(emailMessage?.text ?? '')?.[1] ?? ''
  await confirmationPage(t, link)
  expect((await consents('one.example'))['new']).toBe('email:granted')
  // Again, with a new contact: no contact gets a second request.
  const again = await settled(
    (await run('email\nnew@one.example\nsecond@one.example\n', { columns: ['email'], consent: byConfirmation })).id,
  )
  expect(figures(again)).toEqual([1, 0, 1, 1])
  expect((await emailsTo('one.example')).map(({ to }) => to)).toEqual(['new@one.example', 'second@one.example'])
})

test('sends confirmation emails at a rate, once each with any number of jobs; none after a stop, nothing pending after an undo', async () => {
  await held(true)
  const names = Array.from({ length: 25 }, (_, index) => `p${index}@two.example`)
  const { id } = await run(`email\n${names.join('\n')}\n`, { columns: ['email'], consent: byConfirmation })
  expect(figures(await read(id))).toEqual([25, 25, 0, 0])
  const other = await run('email\ngone@two.example\n', { columns: ['email'], consent: byConfirmation })
  await t.call('POST', `/api/contacts/import/${other.id}/undo`, { token: owner.token })
  await until(
    () => read(other.id),
    ({ status }) => status === 'undone',
  )
  expect(await emailsTo('two.example')).toEqual([])
  await held(false)
  const job = confirmationJob(t.platform)
  await Promise.all(Array.from({ length: 4 }, () => job.run({ orgId: owner.orgId }, { id: '', signal: AbortSignal.timeout(20_000) })))
  expect(figures(await settled(id))).toEqual([25, 0, 25, 0])
  expect((await emailsTo('two.example')).map(({ to }) => to).toSorted()).toEqual(names.toSorted())
})

test('finds a consent column by its values, whatever its name, and one that means the opposite as such', () => {
  const found = (head: string, ...cells: string[]) =>
    recogniseColumns(
      ['Email', head],
      cells.map((cell) => ['a@four.example', cell]),
      [],
    )[1]
  expect(found('Newsletter?', 'yes', 'no', '')).toBe('consentStatus')
  expect(found('Accepts Email Marketing', 'yes', 'no')).toBe('consentStatus')
  expect(found('Abonnée', 'oui', 'non')).toBe('consentStatus')
  expect(found('Newsletter', 'Spring news', 'yes')).toBe('ignore')
  expect(found('Unsubscribed', 'yes', 'no')).toBe('consentOptOut')
  expect(found('Unsubscribed from all email', 'true', 'false', '')).toBe('consentOptOut')
  expect(found('Abgemeldet', 'ja', '')).toBe('consentOptOut')
  expect(found('Trabajador', 'si', 'no')).toBe('ignore')
  expect(found('Opt-out reason', 'too many mails')).toBe('ignore')
  expect(found('Has a dog', 'yes', 'no')).toBe('ignore')
  expect(found('Newsletter', '')).toBe('ignore')
})

test('reads consent, place and date from each row, and leaves out rows that it cannot read', async () => {
  const file = [
    'Email,Phone,Opt-in,Consent source,Consent date',
    'a@three.example,+442079460951,Yes,Card at the till,2026-03-01',
    'b@three.example,,,,',
    'c@three.example,,unsubscribed,,15.02.2026',
    'd@three.example,,no,,',
    'e@three.example,,pending,,',
    'f@three.example,,maybe,,',
    'g@three.example,,yes,,2026-02-30',
    'h@three.example,,yes,,2999-01-01',
    'i@three.example,,ja,,2026-03-01 10:30',
    '',
  ].join('\n')
  const id = await upload(file)
  const { body } = await t.call<ImportPreview>('POST', `/api/contacts/import/${id}/preview`, { token: owner.token, body: {} })
  expect(body.data.columns.map(({ target }) => target)).toEqual(['email', 'phone', 'consentStatus', 'consentSource', 'consentDate'])
  expect(body.data.rows[0]?.values).toMatchObject({
    consentStatus: 'granted',
    consentSource: 'Card at the till',
    consentDate: '2026-03-01',
  })
  const columns = body.data.columns.map(({ target }) => target)
  const consent = {
    kind: 'granted',
    channels: ['email', 'sms'],
    purpose: 'marketing',
    source: 'Our old system',
    obtainedAt: '2026-01-01T00:00:00.000Z',
  } as const
  expect((await start(id, { columns, consent: { ...consent, channels: [...consent.channels] } })).status).toBe(202)
  const done = await settled(
    (
      await until(
        () => read(id),
        ({ status }) => status !== 'running',
      )
    ).id,
  )
  expect([...figures(done), done.failedCount]).toEqual([6, 0, 1, 0, 3])
  expect(await consents('three.example')).toEqual({
    a: 'email:granted sms:granted',
    b: 'email:granted',
    c: 'email:withdrawn',
    e: 'email:pending',
    i: 'email:granted',
  })
  const proofOf = async (email: string) => {
    const { rows } = await t.owner.query<{ id: string }>('select id from app.contacts where email = $1', [email])
    const entries = await t.call<ConsentEntry[]>('GET', `/api/contacts/${rows[0]?.id}/consents/history`, { token: owner.token })
    const [entry] = entries.body.data
    return [entry?.at, entry?.proof.find(({ name }) => name === 'text')?.value]
  }
  expect(await proofOf('a@three.example')).toEqual(['2026-03-01T00:00:00.000Z', 'Card at the till'])
  expect(await proofOf('b@three.example')).toEqual(['2026-01-01T00:00:00.000Z', 'Our old system'])
  expect(await proofOf('i@three.example')).toEqual(['2026-03-01T10:30:00.000Z', 'Our old system'])
  const errors = await t.app.inject({ url: `/api/contacts/import/${id}/errors`, headers: { authorization: `Bearer ${owner.token}` } })
  for (const texts of ['Not a status of consent', 'Must be a day', 'This day is in the future']) expect(errors.body).toContain(texts)
})

test('requires a purpose and a source per row without consent for the file; emails need a verified address', async () => {
  const file = 'email,opt-in,consent source\na@four.example,yes,Paper form\nb@four.example,yes,\nc@four.example,,\n'
  const columns: ImportSettings['columns'] = ['email', 'consentStatus', 'consentSource']
  const id = await upload(file)
  const none = { kind: 'none', statement: 'no consent' } as const
  const refused = await start(id, { columns, consent: none })
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'settings.consent.rows.purpose'])
  const unknown = await start(id, { columns, consent: { ...none, rows: { channels: ['email'], purpose: 'nothing' } } })
  expect([unknown.status, unknown.body.errors?.[0]?.path]).toEqual([422, 'settings.consent.rows.purpose'])
  expect((await start(id, { columns, consent: { ...none, rows: { channels: ['email'], purpose: 'marketing' } } })).status).toBe(202)
  const done = await until(
    () => read(id),
    ({ status }) => status !== 'running',
  )
  expect([done.createdCount, done.failedCount]).toEqual([2, 1])
  expect(await consents('four.example')).toEqual({ a: 'email:granted' })
  const stranger = await t.register({ organizationName: 'Strangers' })
  await t.owner.query('update auth.users set email_verified_at = null where id = $1', [stranger.userId])
  t.platform.auth.invalidate(stranger.userId)
  const body = { fileName: 'list.csv', sizeBytes: 6 }
  const made = await t.call<ContactImport>('POST', '/api/contacts/import', { token: stranger.token, body })
  await t.app.inject({
    method: 'PUT',
    url: `/api/contacts/import/${made.body.data.id}/pieces?offset=0`,
    headers: { authorization: `Bearer ${stranger.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('email\n'),
  })
  const settings = { separator: ',', encoding: 'utf-8', hasHeader: true, dedupe: 'fill', columns: ['email'], consent: byConfirmation }
  const response = await t.call('POST', `/api/contacts/import/${made.body.data.id}/start`, { token: stranger.token, body: { settings } })
  expect([response.status, response.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
})

test('asks unchanged contacts that have not answered, applies opt-outs and changes nothing else of them', async () => {
  const [yes, silent] = [await known('yes@five.example'), await known('silent@five.example'), await known('leaves@five.example')]
  const phone = await t.call<Contact>('POST', '/api/contacts', {
    token: owner.token,
    body: { email: 'called@five.example', phone: '+442079460111' },
  })
  expect(phone.status).toBe(201)
  await inOrg((tx) =>
    recordConsent(tx, [{ contactId: yes, channel: 'email', purpose: 'marketing', status: 'granted', source: 'manual', proof: {} }]),
  )
  const file = [
    'email,first,phone,opt-in',
    'yes@five.example,Changed,,',
    'silent@five.example,Changed,,',
    'leaves@five.example,Changed,,unsubscribed',
    ',Changed,+442079460111,',
    // One person in two rows of the file: by the address, and by the number.
    'twice@five.example,Two,+442079460112,',
    ',Two,+442079460112,',
    '',
  ].join('\n')
  const columns: ImportSettings['columns'] = ['email', 'firstName', 'phone', 'consentStatus']
  const { id } = await run(file, { columns, dedupe: 'skip', tags: ['five'], consent: byConfirmation })
  const done = await settled(id)
  expect([...figures(done), done.updatedCount, done.skippedCount]).toEqual([1, 0, 3, 1, 1, 4])
  expect(await consents('five.example')).toEqual({
    called: 'email:pending',
    leaves: 'email:withdrawn',
    silent: 'email:pending',
    twice: 'email:pending',
    yes: 'email:granted',
  })
  expect((await emailsTo('five.example')).map(({ to }) => to).toSorted()).toEqual([
    'called@five.example',
    'silent@five.example',
    'twice@five.example',
  ])
  const { data } = (await t.call<Contact>('GET', `/api/contacts/${silent}`, { token: owner.token })).body
  expect([data.firstName, data.tags]).toEqual(['', []])
  // Contacts that are left unchanged get no consent.
  const granted = { kind: 'granted', channels: ['email'], purpose: 'marketing', source: 'Paper' } as const
  await known('alone@six.example')
  await run('email\nalone@six.example\nnew@six.example\n', {
    columns: ['email'],
    dedupe: 'skip',
    consent: { ...granted, channels: [...granted.channels] },
  })
  expect(await consents('six.example')).toEqual({ new: 'email:granted' })
})

test('resumes pending confirmation emails of a stopped import', async () => {
  await held(true)
  const { id } = await run('email\na@seven.example\nb@seven.example\n', { columns: ['email'], consent: byConfirmation })
  // As in the middle of its work; what is left of its file is nothing.
  await t.owner.query(`update app.contact_imports set status = 'running', finished_at = null where id = $1`, [id])
  await t.call('POST', `/api/contacts/import/${id}/cancel`, { token: owner.token })
  expect(figures(await read(id))).toEqual([2, 0, 0, 2])
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into app.files (org_id, id, name, content_type, size_bytes, completed_at, expires_at)
     values ($1, gen_random_uuid(), 'list.csv', 'text/csv', 0, now(), now() + interval '1 day') returning id`,
    [owner.orgId],
  )
  await t.owner.query('update app.contact_imports set file_id = $2 where id = $1', [id, rows[0]?.id])
  expect((await t.call('POST', `/api/contacts/import/${id}/resume`, { token: owner.token })).status).toBe(202)
  await held(false)
  expect(figures(await settled(id))).toEqual([2, 0, 2, 0])
  expect((await emailsTo('seven.example')).map(({ to }) => to).toSorted()).toEqual(['a@seven.example', 'b@seven.example'])
})

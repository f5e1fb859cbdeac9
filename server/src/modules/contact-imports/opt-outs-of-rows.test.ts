import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactImport, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { recordConsent } from '../consents/index.ts'
import type { ConsentStatus } from '../consents/index.ts'
import { importTicks } from './import-ticks.ts'
import { importTools } from './test-contact-imports.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.register({ organizationName: 'Acme' })
})
const tools = importTools(
  () => t,
  () => owner,
)

const consents: Record<ImportSettings['consent']['kind'], ImportSettings['consent']> = {
  none: { kind: 'none', statement: 'no consent', rows: { channels: ['email', 'sms'], purpose: 'marketing' } },
  granted: { kind: 'granted', channels: ['email', 'sms'], purpose: 'marketing', source: 'Shop', obtainedAt: '2020-01-01T00:00:00.000Z' },
  confirm: { kind: 'confirm', purpose: 'marketing', source: 'Fair' },
}
const bring = async (text: string, settings: Partial<ImportSettings> = {}) =>
  tools.run(await tools.upload(text), { columns: ['email', 'consentStatus'], consent: consents.none, dedupe: 'fill', ...settings })

/** Makes a contact with this consent; without a status, with none. */
async function make(name: string, consent: { status?: ConsentStatus; channels?: Channel[]; phone?: string } = {}): Promise<string> {
  const body = { email: `${name}@example.com`, ...(consent.phone ? { phone: consent.phone } : {}) }
  const { id } = (await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body })).body.data
  const { status, channels = ['email'] } = consent
  if (status)
    await t.platform.db.withOrg(owner.orgId, (tx) =>
      recordConsent(
        tx,
        channels.map((channel) => ({ contactId: id, channel, purpose: 'marketing', status, source: 'form', proof: {} })),
      ),
    )
  return id
}
const standing = async (): Promise<Record<string, string | null>> =>
  Object.fromEntries((await tools.contactsOf()).map(({ email, phone, consents: consent }) => [email?.split('@')[0] ?? phone, consent]))

test.each(['no', 'No', 'N', 'false', '0', 'off', 'nein', 'non', 'いいえ'])(
  '"%s" is a no of who has agreed or waits, and nothing of who never did',
  async (word) => {
    await make('agreed', { status: 'granted' })
    await make('waits', { status: 'pending' })
    await make('silent')
    const people = ['agreed', 'waits', 'silent', 'new'].map((name) => `${name}@example.com,${word}\n`).join('')
    const done = await bring(`email,said\n${people}`)
    expect([done.createdCount, done.updatedCount, done.skippedCount, done.failedCount]).toEqual([1, 2, 1, 0])
    expect(await standing()).toEqual({ agreed: 'email:withdrawn', waits: 'email:withdrawn', silent: null, new: null })
  },
)

test.each(['unknown', '-', 'n/a', 'none', ''])(
  '"%s" says nothing: who has agreed stays so, and nobody new is granted by it',
  async (word) => {
    await make('agreed', { status: 'granted' })
    const done = await bring(`email,said\nagreed@example.com,${word}\nnew@example.com,${word}\n`)
    expect(done.failedCount).toBe(0)
    expect(await standing()).toEqual({ agreed: 'email:granted', new: null })
  },
)

test.each(
  (['skip', 'fill', 'update'] as const).flatMap((dedupe) =>
    (['none', 'granted', 'confirm'] as const).map((kind) => [dedupe, kind] as const),
  ),
)('a no counts by the rule "%s" and with the consent "%s" for the file, on the channels that were agreed to', async (dedupe, kind) => {
  await make('agreed', { status: 'granted', phone: '+442079460101' })
  await make('silent')
  await bring('email,said\nagreed@example.com,no\nsilent@example.com,no\nnew@example.com,no\n', { dedupe, consent: consents[kind] })
  expect(await standing()).toEqual({ agreed: 'email:withdrawn', silent: null, new: null })
})

test('lets the opt-out of two rows about one contact win, also if the second row matches by number', async () => {
  const columns: ImportSettings['columns'] = ['email', 'phone', 'consentStatus', 'consentSource']
  const rows = [
    'a@example.com,,no,',
    'a@example.com,,yes,Paper',
    'b@example.com,,yes,Paper',
    'b@example.com,,no,',
    'c@example.com,+442079460102,yes,Paper',
    ',+442079460102,no,',
  ]
  for (const dedupe of ['fill', 'skip'] as const) await bring(`email,phone,said,where\n${rows.join('\n')}\n`, { columns, dedupe })
  expect(await standing()).toEqual({ a: null, b: null, c: 'email:withdrawn,sms:withdrawn' })
})

test('does not send a pending confirmation after an opt-out in the next list', async () => {
  const byConfirmation = { consent: consents.confirm }
  await t.owner.query(
    `insert into auth.rate_hits (key, window_start, hits)
     select $1, to_timestamp((floor(extract(epoch from now()) / 60) + n) * 60), 100000 from generate_series(0, 3) n`,
    [`asks:${owner.orgId}`],
  )
  expect((await bring('email,said\nada@example.com,\n', byConfirmation)).askWaitingCount).toBe(1)
  await bring('email,said\nada@example.com,no\n', byConfirmation)
  expect(await standing()).toEqual({ ada: 'email:withdrawn' })
})

test('grants nothing for a row with another error, but counts its opt-out', async () => {
  await make('agreed', { status: 'granted' })
  await make('left', { status: 'granted' })
  await make('dated', { status: 'granted' })
  await make('called', { status: 'granted', phone: '+442079460103' })
  await make('silent')
  await make('shifted', { status: 'granted' })
  const columns: ImportSettings['columns'] = ['email', 'phone', 'consentStatus', 'consentDate', 'consentSource']
  const rows = [
    'agreed@example.com,nonsense,no,,',
    'left@example.com,nonsense,unsubscribed,,',
    'dated@example.com,,no,2999-01-01,',
    'not an address,+442079460103,no,,',
    'silent@example.com,nonsense,yes,,Paper',
    'new@example.com,nonsense,yes,,Paper',
    // The columns of this row are ambiguous.
    'shifted@example.com,,no,,,,more',
  ]
  for (const dedupe of ['skip', 'update'] as const) {
    const done = await bring(`email,phone,said,at,where\n${rows.join('\n')}\n`, { columns, dedupe, tags: ['list'] })
    expect([done.createdCount, done.updatedCount, done.skippedCount, done.failedCount]).toEqual([0, 0, 0, 7])
  }
  expect(await standing()).toEqual({
    agreed: 'email:withdrawn',
    called: 'email:withdrawn',
    dated: 'email:withdrawn',
    left: 'email:withdrawn',
    shifted: 'email:granted',
    silent: null,
  })
  expect((await tools.contactsOf()).flatMap(({ tags }) => tags)).toEqual([])
})

test.each([
  ['a row', 'agreed@example.com,,no'],
  ['a row that is left out', 'agreed@example.com,nonsense,no'],
])('reverts an imported opt-out on undo: that of %s', async (_which, row) => {
  await make('agreed', { status: 'granted' })
  const columns: ImportSettings['columns'] = ['email', 'phone', 'consentStatus']
  const { id } = await bring(`email,phone,said\n${row}\nnew@example.com,,\n`, { columns })
  expect(await standing()).toEqual({ agreed: 'email:withdrawn', new: null })
  await tools.act(id, 'undo')
  await tools.ended(id)
  expect(await standing()).toEqual({ agreed: 'email:granted' })
})

/** Rows about others, one batch and a little more. */
const others = Array.from({ length: 2_100 }, (_, n) => `other${n}@example.com,,,`)
const fourColumns: ImportSettings['columns'] = ['email', 'phone', 'consentStatus', 'consentSource']
const bringRows = (rows: readonly string[], settings: Partial<ImportSettings> = {}) =>
  bring(`email,phone,said,where\n${rows.join('\n')}\n`, { columns: fourColumns, ...settings })
const ofNamed = async () => Object.fromEntries(Object.entries(await standing()).filter(([name]) => !name.startsWith('other')))

describe('lets an opt-out of a new contact win over a later opt-in', () => {
  const optOuts = [
    'good@example.com,,no,',
    // Left out.
    'left@example.com,nonsense,no,',
    'both@example.com,+442079460109,no,',
    ',+442079460111,no,',
    'not an address,+442079460112,no,',
    // Of the mail alone.
    'mail@example.com,,withdrawn,',
  ]
  const yeses = [
    'good@example.com,,yes,Paper',
    'left@example.com,,yes,Paper',
    ',+442079460109,yes,Paper',
    'number@example.com,+442079460111,yes,Paper',
    ',+442079460112,yes,Paper',
    'mail@example.com,+442079460113,yes,Paper',
    // Another member of the family.
    'kin@example.com,+442079460109,yes,Paper',
    'free@example.com,,yes,Paper',
  ]
  test.each([
    ['within one batch', []],
    ['a batch further', others],
  ] as const)('%s', async (_where, between) => {
    const done = await bringRows([...optOuts, ...between, ...yeses])
    expect(done.failedCount).toBe(2)
    const found = await ofNamed()
    expect(found).toMatchObject({ good: null, left: null, both: null, '+442079460112': null, kin: 'email:granted,sms:granted' })
    const agreed = Object.keys(found).filter((name) => found[name]?.includes('granted'))
    expect(agreed.toSorted()).toEqual(['free', 'kin'])
  })

  test('also for a known contact without consent, matched by number', async () => {
    await make('silent', { phone: '+442079460114' })
    await bringRows([',+442079460114,no,', ...others, 'silent@example.com,,yes,Paper'])
    expect(await ofNamed()).toEqual({ silent: null })
  })

  test('also sends no confirmation request', async () => {
    const done = await bringRows([
      'ada@example.com,,no,',
      ...others.map((row) => row.replace(',,,', ',,none,')),
      'ada@example.com,,confirm,Fair',
    ])
    expect([done.askWaitingCount, done.askedCount, done.unaskedCount]).toEqual([0, 0, 1])
    expect(await ofNamed()).toEqual({ ada: null })
  })

  test('only until the file is read: nothing is kept then, and another list counts for itself', async () => {
    const first = await bringRows(['ada@example.com,,no,'])
    const kept = async () => (await t.owner.query('select from app.contact_import_nos where import_id = $1', [first.id])).rowCount
    const importCleanUp = importTicks(t.platform).find(({ name }) => name === 'sweep-contact-imports')
    await t.owner.query(`update app.contact_imports set status = 'running' where id = $1`, [first.id])
    // The app may have swept its own between the end of the import and this.
    await t.owner.query(
      `insert into app.contact_import_nos (org_id, import_id, address_hash, is_own) select org_id, id, '\\x01', false from app.contact_imports where id = $1`,
      [first.id],
    )
    const before = await kept()
    await importCleanUp?.run()
    expect(before).toBeGreaterThan(0)
    expect(await kept()).toBe(before)
    await t.owner.query(`update app.contact_imports set status = 'completed' where id = $1`, [first.id])
    await importCleanUp?.run()
    expect(await kept()).toBe(0)
    await bringRows(['ada@example.com,,yes,Paper'])
    expect(await ofNamed()).toEqual({ ada: 'email:granted' })
  })

  test('also if the import was stopped in between and resumed', async () => {
    await t.owner.query(
      `create function app.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create trigger refuse before insert on app.contacts for each row when (new.email = 'last@example.com') execute function app.refuse()`,
    )
    const rows = ['ada@example.com,,no,', ...others, 'last@example.com,,,', 'ada@example.com,,yes,Paper']
    const id = await tools.upload(`email,phone,said,where\n${rows.join('\n')}\n`)
    const settings = { separator: ',', encoding: 'utf-8', hasHeader: true, columns: fourColumns, dedupe: 'fill', consent: consents.none }
    expect((await t.call('POST', `/api/contacts/import/${id}/start`, { token: owner.token, body: { settings } })).status).toBe(202)
    const read = async () => (await t.call<ContactImport>('GET', `/api/contacts/import/${id}`, { token: owner.token })).body.data
    await expect.poll(async () => (await read()).message, { timeout: 20_000 }).not.toBe('')
    expect((await tools.act(id, 'cancel')).body.data.rowsRead).toBe(2_001)
    await t.owner.query('drop trigger refuse on app.contacts; drop function app.refuse')
    expect((await tools.act(id, 'resume')).status).toBe(202)
    expect((await tools.ended(id)).status).toBe('completed')
    expect(await ofNamed()).toEqual({ ada: null, last: null })
  })
})

describe('applies an opt-out by number to all earlier contacts with the number, at any distance', () => {
  const grantedOf = async () => Object.entries(await ofNamed()).flatMap(([name, consent]) => (consent?.includes('granted') ? [name] : []))
  const rowsOf = (between: readonly string[]) => {
    const yeses = [
      'mum@example.com,+442079460121,yes,Paper',
      'dad@example.com,+442079460121,yes,Paper',
      'uncle@example.com,+442079460122,yes,Paper',
      'aunt@example.com,+442079460122,yes,Paper',
      ',+442079460123,yes,Paper',
      'free@example.com,+442079460124,yes,Paper',
    ]
    // Alone, in a skipped row, and of another contact with the number.
    return [...yeses, ...between, ',+442079460121,no,', 'not an address,+442079460122,no,', 'both@example.com,+442079460123,no,']
  }
  test.each([
    ['within one batch', []],
    ['a batch further', others],
  ] as const)('%s', async (_where, between) => {
    const rows = rowsOf(between)
    expect((await bringRows(rows)).failedCount).toBe(1)
    expect(await grantedOf()).toEqual(['free'])
  })

  test('also if the opt-out comes first', async () => {
    await bringRows(rowsOf(others).toReversed())
    expect(await grantedOf()).toEqual(['free'])
  })

  test('keeps consent recorded elsewhere, and the undo restores what the file withdrew', async () => {
    await make('mum', { phone: '+442079460125' })
    await make('dad', { phone: '+442079460125', status: 'granted', channels: ['sms'] })
    await make('son', { phone: '+442079460125', status: 'granted', channels: ['sms'] })
    const { id } = await bringRows(['dad@example.com,,yes,Paper', ...others, ',+442079460125,no,'])
    expect(await ofNamed()).toEqual({ mum: null, dad: 'email:withdrawn,sms:withdrawn', son: 'sms:granted' })
    await tools.act(id, 'undo')
    await tools.ended(id)
    expect(await ofNamed()).toEqual({ mum: null, dad: 'sms:granted', son: 'sms:granted' })
  })

  test('also sends no confirmation request to them', async () => {
    await t.owner.query(
      `insert into auth.rate_hits (key, window_start, hits)
       select $1, to_timestamp((floor(extract(epoch from now()) / 60) + n) * 60), 100000 from generate_series(0, 3) n`,
      [`asks:${owner.orgId}`],
    )
    await make('mum', { phone: '+442079460126' })
    await make('dad', { phone: '+442079460126' })
    const rows = ['dad@example.com,,confirm,Fair', ...others, ',+442079460126,no,']
    const { id } = await bringRows(rows, { dedupe: 'skip' })
    expect(await ofNamed()).toEqual({ mum: null, dad: 'email:withdrawn' })
    await tools.act(id, 'undo')
    await tools.ended(id)
    expect(await ofNamed()).toEqual({ mum: null, dad: null })
  })
})

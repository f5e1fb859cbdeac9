import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactImport, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { checkReach } from '../consents/index.ts'
import { findContactByAddress } from '../contacts/index.ts'
import { audiencePage, countAudience, isInAudience } from '../segments/index.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { importTools } from './test-contact-imports.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
})
afterAll(() => t.close())

const consent = { kind: 'granted', channels: ['email', 'sms'], purpose: 'marketing', source: 'Signed at the fair in May' } as const

const { upload, put, preview, ended, run, contactsOf, addField } = importTools(
  () => t,
  () => owner,
)

test('imports a list as contacts with consent, and its errors as a file', async () => {
  owner = await t.register()
  await addField({ key: 'city', label: 'City', type: 'text' })
  await addField({ key: 'orders', label: 'Orders', type: 'number' })
  const text = [
    'E-Mail;Vorname;Nachname;Telefon;City;Orders;Sprache;Tags',
    'Ada@Example.com;Ada;Lovelace;+442079460958;"London; West";3,5;en_gb;vip, early',
    '',
    'wrong;Bad;Row;;;;;',
    ';Phone;Only;+4930901820;;;;',
    'ada@example.com;Again;;;;;;',
    'eve@example.com;=cmd();X;;;many;;',
  ].join('\r\n')
  const id = await upload(text, 50)
  const seen = await preview(id)
  expect(seen).toMatchObject({ separator: ';', encoding: 'utf-8', hasHeader: true })
  expect(seen.columns.map((column) => column.target)).toEqual([
    'email',
    'firstName',
    'lastName',
    'phone',
    'custom:city',
    'custom:orders',
    'locale',
    'tags',
  ])
  expect(seen.rows[0]?.values).toMatchObject({
    email: 'ada@example.com',
    locale: 'en-GB',
    'custom:orders': 3.5,
    'custom:city': 'London; West',
  })
  expect(seen.rows[1]).toMatchObject({ row: 4, errors: [{ column: 'email', message: 'Invalid email address' }] })
  const done = await run(id, {
    separator: ';',
    columns: seen.columns.map((column) => column.target),
    tags: ['Fair'],
    consent: { ...consent, channels: [...consent.channels] },
  })
  expect(done).toMatchObject({ status: 'completed', createdCount: 2, skippedCount: 1, failedCount: 2, updatedCount: 0, rowsRead: 7 })
  expect(done.doneBytes).toBe(Buffer.byteLength(text))
  expect(await contactsOf()).toEqual([
    {
      email: null,
      phone: '+4930901820',
      first_name: 'Phone',
      last_name: 'Only',
      tags: ['Fair'],
      custom: {},
      locale: null,
      consents: 'sms:granted',
      told: 1,
    },
    {
      email: 'ada@example.com',
      phone: '+442079460958',
      first_name: 'Ada',
      last_name: 'Lovelace',
      tags: ['vip', 'early', 'Fair'],
      custom: { city: 'London; West', orders: 3.5 },
      locale: 'en-GB',
      consents: 'email:granted,sms:granted',
      told: 1,
    },
  ])
  const errors = await t.app.inject({ url: `/api/contacts/import/${id}/errors`, headers: { authorization: `Bearer ${owner.token}` } })
  expect(errors.body.split('\r\n')).toEqual([
    '"E-Mail","Vorname","Nachname","Telefon","City","Orders","Sprache","Tags","Row","Error"',
    '"wrong","Bad","Row","","","","","","4","email: Invalid email address"',
    `"eve@example.com","'=cmd()","X","","","many","","","7","custom:orders: Must be a number"`,
    '',
  ])
  // Nothing of these people stays in a file that erasing would not find.
  expect((await t.owner.query('select 1 from app.files where org_id = $1', [owner.orgId])).rowCount).toBe(0)
  // Put right, it can be imported again as it is.
  const again = await preview(await upload(errors.body.replace('"wrong"', '"right@example.com"').replace('"many"', '"7"')))
  expect(again.columns.map(({ target }) => target)).toEqual([...seen.columns.map(({ target }) => target), 'ignore', 'ignore'])
  expect(again.rows.map(({ values, errors: faults }) => [values['email'], values['firstName'], faults])).toEqual([
    ['right@example.com', 'Bad', []],
    ['eve@example.com', '=cmd()', []],
  ])
})

test('adds a new tag to a contact that has another one in two spellings, and an undo removes the new one', async () => {
  owner = await t.register()
  await t.call('POST', '/api/contacts', { token: owner.token, body: { email: 'twice@example.com', tags: ['one', 'two'] } })
  // As older releases left it.
  await t.owner.query(`update app.contacts set tags = '{VIP,vip}' where org_id = $1`, [owner.orgId])
  const columns: ImportSettings['columns'] = ['email', 'tags']
  const done = await run(await upload('email,tags\ntwice@example.com,VIP|new\n'), { columns, dedupe: 'fill' })
  expect(done).toMatchObject({ updatedCount: 1, skippedCount: 0 })
  expect(await contactsOf()).toMatchObject([{ tags: ['VIP', 'new'] }])
  await t.call('POST', `/api/contacts/import/${done.id}/undo`, { token: owner.token })
  await ended(done.id)
  expect(await contactsOf()).toMatchObject([{ tags: ['VIP'] }])
})

test('skips, updates or fills known contacts, and an undo reverts all but later changes', async () => {
  owner = await t.register()
  const make = async (body: object) => (await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body })).body.data.id
  await make({ email: 'bob@example.com', firstName: 'Bob', tags: ['old'] })
  const kept = await make({ email: 'cy@example.com', firstName: 'Cy', phone: '+442079460958' })
  const before = await contactsOf()
  const text =
    'email,first,last,phone,tags\nbob@example.com,Robert,Byte,,new\ncy@example.com,Cyril,,+442079460999,\nnew@example.com,Neu,,,\nnew@example.com,,Neumann,,late\n'
  const columns: ImportSettings['columns'] = ['email', 'firstName', 'lastName', 'phone', 'tags']
  const filled = await run(await upload(text), { columns, dedupe: 'fill', consent: { ...consent, channels: ['email'] } })
  expect(filled).toMatchObject({ createdCount: 1, updatedCount: 3, skippedCount: 0 })
  expect(await contactsOf()).toMatchObject([
    { email: 'bob@example.com', first_name: 'Bob', last_name: 'Byte', tags: ['old', 'new'], consents: 'email:granted' },
    { email: 'cy@example.com', first_name: 'Cy', phone: '+442079460958' },
    { email: 'new@example.com', first_name: 'Neu', last_name: 'Neumann', tags: ['late'] },
  ])
  expect((await t.call('POST', `/api/contacts/import/${filled.id}/undo`, { token: owner.token })).status).toBe(202)
  expect(await ended(filled.id)).toMatchObject({ status: 'undone', undoneCount: 3 })
  expect(await contactsOf()).toEqual(before.map((contact) => ({ ...contact, told: 1 })))

  const updated = await run(await upload(text), { columns, dedupe: 'update' })
  expect(await contactsOf()).toMatchObject([
    { first_name: 'Robert', last_name: 'Byte' },
    { first_name: 'Cyril', phone: '+442079460999' },
    { first_name: 'Neu', last_name: 'Neumann' },
  ])
  await t.call('PUT', `/api/contacts/${kept}`, { token: owner.token, body: { firstName: 'Cyrus' } })
  await t.call('POST', `/api/contacts/import/${updated.id}/undo`, { token: owner.token })
  await ended(updated.id)
  expect(await contactsOf()).toMatchObject([
    { email: 'bob@example.com', first_name: 'Bob', last_name: '', tags: ['old'] },
    { email: 'cy@example.com', first_name: 'Cyrus', phone: '+442079460958' },
  ])
  const again = await t.call('POST', `/api/contacts/import/${updated.id}/undo`, { token: owner.token })
  expect(again.status).toBe(409)
})

test('lets a member undo their own import but not those of others', async () => {
  const admin = owner
  const member = await t.addMember(admin.orgId, 'MEMBER')
  const bring = async (as: TestUser, text: string) => {
    owner = as
    return run(await upload(text), { columns: ['email'] })
  }
  const [theirs, own] = [await bring(admin, 'email\nboss@undo.example\n'), await bring(member, 'email\nmine@undo.example\n')]
  const undo = (id: string, as: TestUser) => t.call<{ message: string }>('POST', `/api/contacts/import/${id}/undo`, { token: as.token })
  const refused = await undo(theirs.id, member)
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe('Only the member who started an import, owners and admins can undo it.')
  const other = await t.addMember(admin.orgId, 'MEMBER')
  expect((await undo(own.id, other)).status).toBe(403)
  expect((await undo(own.id, member)).status).toBe(202)
  expect(await ended(own.id)).toMatchObject({ status: 'undone', undoneCount: 1, createdByUser: member.userId })
  expect((await undo(theirs.id, admin)).status).toBe(202)
  expect(await ended(theirs.id)).toMatchObject({ status: 'undone' })
  owner = admin
})

test('keeps contacts of an undone import reachable when they return, except after an opt-out', async () => {
  owner = await t.register()
  const text = 'email,phone\nback@example.com,+442079460101\nleft@example.com,+442079460102\n'
  const settings: Parameters<typeof run>[1] = { columns: ['email', 'phone'], consent: { ...consent, channels: [...consent.channels] } }
  const verdict = (channel: 'email' | 'sms', address: string) =>
    t.platform.db.withOrg(owner.orgId, async (tx) => {
      const contact = await findContactByAddress(tx, channel, address)
      if (!contact) return 'gone'
      const at = new Date('2026-06-10T12:00:00Z')
      const reach = (await checkReach(tx, { channel, purpose: 'marketing', contacts: [contact], at, orgTimeZone: 'UTC' })).get(contact.id)
      return reach?.verdict === 'skip' ? reach.reason : reach?.verdict
    })
  const first = await run(await upload(text), settings)
  await t.call('POST', '/api/suppressions', { token: owner.token, body: { channel: 'email', address: 'left@example.com' } })
  await t.call('POST', `/api/contacts/import/${first.id}/undo`, { token: owner.token })
  expect(await ended(first.id)).toMatchObject({ status: 'undone', undoneCount: 2 })
  expect(await verdict('email', 'back@example.com')).toBe('gone')
  await run(await upload(text), settings)
  expect(await verdict('email', 'back@example.com')).toBe('ok')
  expect(await verdict('sms', '+442079460101')).toBe('ok')
  expect(await verdict('email', 'left@example.com')).toBe('suppressed')
  expect(await verdict('sms', '+442079460102')).toBe('ok')
})

test.each(['skip', 'update', 'fill'] as const)(
  'everybody in a file is its audience, known before or not, where known ones: %s',
  async (dedupe) => {
    owner = await t.register()
    const make = async (body: object) => (await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body })).body.data.id
    const known = await make({ email: 'known@example.com', firstName: 'Known' })
    const called = await make({ phone: '+442079460201', firstName: 'Called' })
    const other = await make({ email: 'other@example.com' })
    const text = 'email,phone\nknown@example.com,\n,+442079460201\nnew@example.com,\nnew@example.com,\n'
    const { id: importId } = await run(await upload(text), { columns: ['email', 'phone'], dedupe })
    const audience = { kind: 'import', importId } as const
    const inOrg = <T>(work: Parameters<typeof t.platform.db.withOrg<T>>[1]) => t.platform.db.withOrg(owner.orgId, work)
    const members = () => inOrg((tx) => audiencePage(tx, audience, null, 10))
    const added = (await inOrg((tx) => findContactByAddress(tx, 'email', 'new@example.com')))?.id ?? ''
    expect(await members()).toEqual([known, called, added].toSorted())
    expect(await inOrg((tx) => audiencePage(tx, audience, known, 1))).toEqual([[known, called, added].toSorted()[1]])
    expect(await inOrg((tx) => countAudience(tx, audience))).toBe(3)
    expect(await inOrg((tx) => isInAudience(tx, audience, called))).toBe(true)
    expect(await inOrg((tx) => isInAudience(tx, audience, other))).toBe(false)
    const listed = await t.call<{ id: string }[]>('GET', `/api/contacts?importId=${importId}`, { token: owner.token })
    expect(listed.body.data.map(({ id }) => id).toSorted()).toEqual([known, called, added].toSorted())

    // Who stays after a merge was in the file of the other one.
    await t.call('POST', `/api/contacts/${other}/merge`, { token: owner.token, body: { otherId: known } })
    expect(await members()).toEqual([other, called, added].toSorted())
    await t.call('DELETE', `/api/contacts/${called}`, { token: owner.token })
    expect(await members()).toEqual([other, added].toSorted())
    await t.call('POST', `/api/contacts/import/${importId}/undo`, { token: owner.token })
    expect((await ended(importId)).status).toBe('undone')
    expect(await members()).toEqual([])
    expect((await contactsOf()).map(({ email }: { email: string }) => email)).toEqual(['other@example.com'])
  },
)

test('accepts a repeated piece and rejects one that does not follow the last', async () => {
  owner = await t.register()
  const bytes = Buffer.alloc(3_000_000, 'a@example.com\n')
  const { body } = await t.call<ContactImport>('POST', '/api/contacts/import', {
    token: owner.token,
    body: { fileName: 'big.csv', sizeBytes: bytes.length },
  })
  const { id } = body.data
  const first = bytes.subarray(0, 1_500_000)
  expect((await put(id, 0, first)).json()).toMatchObject({ data: { receivedBytes: 1_500_000, status: 'uploading' } })
  expect((await put(id, 0, first)).json()).toMatchObject({ data: { receivedBytes: 1_500_000 } })
  expect((await put(id, 0, Buffer.alloc(1_500_000, 'x'))).statusCode).toBe(409)
  expect((await put(id, 1_600_000, first.subarray(0, 10))).statusCode).toBe(409)
  expect((await put(id, 1_500_000, Buffer.alloc(1_500_001, 'y'))).statusCode).toBe(422)
  expect((await put(id, 1_500_000, bytes.subarray(1_500_000))).json()).toMatchObject({
    data: { receivedBytes: 3_000_000, status: 'uploaded' },
  })
  const parts: Buffer[] = []
  const { rows } = await t.owner.query<{ file_id: string }>('select file_id from app.contact_imports where id = $1', [id])
  for await (const part of t.platform.files.read(owner.orgId, rows[0]?.file_id ?? '')) parts.push(Buffer.from(part))
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
})

test('a list in the encoding of old spreadsheets is read', async () => {
  owner = await t.register()
  const text = Buffer.from('Correo,Nombre,Apellidos\njose@example.com,José,Núñez \x80\n', 'latin1')
  const id = await upload(text)
  const seen = await preview(id)
  expect(seen).toMatchObject({ encoding: 'windows-1252', rows: [{ values: { firstName: 'José', lastName: 'Núñez €' } }] })
  await run(id, { encoding: 'windows-1252', columns: seen.columns.map((column) => column.target) })
  expect(await contactsOf()).toMatchObject([{ email: 'jose@example.com', first_name: 'José', last_name: 'Núñez €' }])
})

test('does not start an import without a consent choice, nor an undo without a change', async () => {
  owner = await t.register()
  const id = await upload('email\nx@example.com\n')
  const settings = { separator: ',', encoding: 'utf-8', hasHeader: true, columns: ['email'], dedupe: 'skip' }
  const refused = await t.call('POST', `/api/contacts/import/${id}/start`, { token: owner.token, body: { settings } })
  expect(refused.status).toBe(422)
  const unnamed = { ...settings, consent: { ...consent, source: ' ' } }
  expect((await t.call('POST', `/api/contacts/import/${id}/start`, { token: owner.token, body: { settings: unnamed } })).status).toBe(422)
  // Nor with another number of columns than the file has: each row would be left out, and the file be gone.
  const none = { kind: 'none', statement: 'no consent' }
  for (const [columns, separator, message] of [
    [['email'], ',', 'The file has 3 columns, and 1 is named'],
    [['email', 'firstName', 'phone'], ';', 'The file has 1 column, and 3 are named'],
  ] as const) {
    const wide = await upload('email,first,phone\nx@example.com,X,\n')
    const body = { settings: { ...settings, consent: none, columns, separator } }
    const wrong = await t.call('POST', `/api/contacts/import/${wide}/start`, { token: owner.token, body })
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ path: 'settings.columns', message }]])
    expect(await run(wide, { columns: ['email', 'firstName', 'phone'] })).toMatchObject({ status: 'completed', failedCount: 0 })
  }
  const cancelled = await t.call<ContactImport>('POST', `/api/contacts/import/${id}/cancel`, { token: owner.token })
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', undoableUntil: null })
  expect((await t.call('POST', `/api/contacts/import/${id}/undo`, { token: owner.token })).status).toBe(409)
})

test('a field stays as it is while an import writes it, or puts it back', async () => {
  const made = await addField({ key: 'size', label: 'Size', type: 'choice', choices: ['S', 'M', 'L'] })
  const { id } = made.body.data as { id: string }
  const importId = await upload('email\nzoe@example.com\n')
  const held = (status: string, columns: string[]) =>
    t.owner.query('update app.contact_imports set status = $2, settings = $3, updated_at = now() where id = $1', [
      importId,
      status,
      JSON.stringify({ columns }),
    ])
  const path = `/api/contacts/fields/${id}`
  const remove = () => t.call('DELETE', path, { token: owner.token })
  const change = (choices: string[]) => t.call('PUT', path, { token: owner.token, body: { choices } })
  const refused = {
    status: 409,
    body: { message: 'An import is writing this field: list.csv. Wait until it has finished, or cancel it.' },
  }
  for (const status of ['running', 'undoing']) {
    await held(status, ['email', 'custom:size'])
    expect(await remove()).toMatchObject(refused)
    expect(await change(['S', 'M']), 'a choice that the import may be writing').toMatchObject(refused)
    expect((await change(['S', 'M', 'L', 'XL'])).status, 'one more choice takes nothing away').toBe(200)
  }
  await held('running', ['email', 'custom:size_of_shoes'])
  expect((await change(['S', 'M', 'L'])).status, 'another field').toBe(200)
  await held('completed', ['email', 'custom:size'])
  expect((await remove()).status, 'an import that has ended').toBe(200)
})

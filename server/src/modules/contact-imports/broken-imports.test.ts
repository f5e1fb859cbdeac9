import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactImport, ImportPreview, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { importTools } from './test-contact-imports.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
})
afterAll(() => t.close())

const consent = { kind: 'granted', channels: ['email'], purpose: 'marketing', source: 'Signed at the fair in May' } as const
const { upload, preview, ended, run, contactsOf, addField, act } = importTools(
  () => t,
  () => owner,
)

test('resumes a stopped or failed import after its last batch with the same settings, and imports nothing twice', async () => {
  owner = await t.register()
  await addField({ key: 'plan', label: 'Plan', type: 'text' })
  // Batches of 2,000 rows: two are committed when the database refuses a person of the third.
  const lines = Array.from({ length: 5_000 }, (_, n) => (n === 2_500 ? 'no address,x' : `p${n}@resume.example,gold`))
  const text = ['email,plan', ...lines, 'p0@resume.example,again', ''].join('\n')
  const columns: ImportSettings['columns'] = ['email', 'custom:plan']
  const settings = {
    separator: ',',
    encoding: 'utf-8',
    hasHeader: true,
    dedupe: 'skip',
    columns,
    consent,
  }
  const id = await upload(text)
  expect((await act(id, 'resume')).body.message).toBe('This import was not started yet.')
  await t.owner.query(
    `create function app.refuse() returns trigger language plpgsql as $$ begin
       if new.email = 'p4100@resume.example' then raise 'refused for this test'; end if; return new; end $$;
     create trigger refuse before insert on app.contacts for each row execute function app.refuse()`,
  )
  await t.call('POST', `/api/contacts/import/${id}/start`, { token: owner.token, body: { settings } })
  const read = async () => (await t.call<ContactImport>('GET', `/api/contacts/import/${id}`, { token: owner.token })).body.data
  const until = async (is: (held: ContactImport) => boolean) => {
    for (let tries = 0; tries < 300 && !is(await read()); tries++) await new Promise((resolve) => setTimeout(resolve, 50))
    return read()
  }
  // It says why it does not go on, in words for people.
  const stuck = await until(({ message }) => message !== '')
  expect(stuck).toMatchObject({ status: 'running', rowsRead: 4_001, createdCount: 3_999, failedCount: 1 })
  expect(stuck.message).toBe('Something went wrong on our side. See the server log for details.')
  expect((await act(id, 'resume')).body.message).toBe('This import is already running.')
  await t.owner.query('update app.contact_imports set stalled = 20 where id = $1', [id])
  const failed = await until(({ status }) => status === 'failed')
  expect(failed.message).toBe('The import failed at row 4002. Something went wrong on our side. See the server log for details.')
  expect(new Date(failed.resumableUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)

  // Not by another user, and not without the field that the settings name.
  const [stranger, viewer] = [await t.register(), await t.addMember(owner.orgId, 'VIEWER')]
  for (const [{ token }, status] of [[stranger, 404] as const, [viewer, 403] as const])
    expect((await t.call('POST', `/api/contacts/import/${id}/resume`, { token })).status).toBe(status)
  await t.owner.query(`update app.contact_fields set key = 'other' where org_id = $1`, [owner.orgId])
  expect((await act(id, 'resume')).body.message).toBe('This import cannot continue. There is no field "plan"')
  await t.owner.query(`update app.contact_fields set key = 'plan' where org_id = $1`, [owner.orgId])

  // Still refused: stopped this time, and resumed once the cause is gone.
  expect((await act(id, 'resume')).status).toBe(202)
  await until(({ message }) => message !== '')
  const stopped = (await act(id, 'cancel')).body.data
  expect(stopped).toMatchObject({ status: 'cancelled', message: '', rowsRead: 4_001, createdCount: 3_999 })
  await t.owner.query('drop trigger refuse on app.contacts; drop function app.refuse')
  expect((await act(id, 'resume')).body.data).toMatchObject({ status: 'running', rowsRead: 4_001, finishedAt: null, resumableUntil: null })
  const done = await ended(id)
  expect(done).toMatchObject({ status: 'completed', rowsRead: 5_002, createdCount: 4_999, skippedCount: 1, failedCount: 1, message: '' })
  expect(done.doneBytes).toBe(done.totalBytes)
  const { rows } = await t.owner.query(
    `select (select count(*)::int from app.contacts where org_id = $1) as people,
       (select count(*)::int from app.contact_events where org_id = $1 and type = 'contact.imported') as told,
       (select count(*)::int from app.consent_entries where org_id = $1) as ledger,
       (select count(*)::int from app.files where org_id = $1) as files`,
    [owner.orgId],
  )
  expect(rows).toEqual([{ people: 4_999, told: 4_999, ledger: 4_999, files: 0 }])
  expect((await act(id, 'resume')).body.message).toBe('This import has already read its whole file.')
})

test('does not resume an import that was undone or has no file', async () => {
  owner = await t.register()
  const stop = async () => {
    const id = await upload('email\nx@example.com\ny@example.com\n')
    const settings = { separator: ',', encoding: 'utf-8', hasHeader: true, columns: ['email'], dedupe: 'skip', tags: [] }
    await t.owner.query(
      `update app.contact_imports set status = 'running', settings = $2, created_count = 1, started_at = now() where id = $1`,
      [id, JSON.stringify({ ...settings, consent: { kind: 'none', statement: 'no consent' } })],
    )
    expect((await act(id, 'cancel')).body.data.resumableUntil).not.toBeNull()
    return id
  }
  const files = async () => (await t.owner.query('select expires_at from app.files where org_id = $1', [owner.orgId])).rowCount
  const first = await stop()
  const remove = () => t.call<ContactImport>('DELETE', `/api/contacts/import/${first}/file`, { token: owner.token })
  const removed = await remove()
  expect([removed.status, removed.body.data.resumableUntil, await files()]).toEqual([200, null, 0])
  expect((await remove()).body.message).toBe('This import has no stored file.')
  const gone = await act(first, 'resume')
  expect([gone.status, gone.body.message]).toEqual([
    409,
    'The file of this import no longer exists, so it cannot be resumed. Upload the file again.',
  ])
  const second = await stop()
  expect((await act(second, 'undo')).status).toBe(202)
  expect((await ended(second)).status).toBe('undone')
  expect([(await act(second, 'resume')).body.message, await files()]).toEqual(['This import was undone: it cannot be resumed.', 0])
})

const imported = async (file: string | Buffer) => {
  const id = await upload(file)
  const { status, body } = await t.call<ImportPreview>('POST', `/api/contacts/import/${id}/preview`, { token: owner.token, body: {} })
  if (status !== 200) return body.message
  const { separator, encoding, hasHeader, columns } = body.data
  const done = await run(id, { separator, encoding, hasHeader, columns: columns.map(({ target }) => target) })
  const { body: errors } = await t.app.inject({
    url: `/api/contacts/import/${id}/errors`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const people = (await contactsOf()).map((each) => [each.email ?? each.phone, each.first_name, each.last_name].join(' ').trim())
  await t.owner.query('delete from app.contacts where org_id = $1', [owner.orgId])
  return { columns: columns.map(({ target }) => target), people, errors, failedCount: done.failedCount, rowsRead: done.rowsRead }
}

test('rejects hostile files with a message, or reads them correctly row by row', async () => {
  owner = await t.register()
  const zip = Buffer.from('504b0304140000000800', 'hex')
  const refused: [string | Buffer, RegExp][] = [
    ['email,name\n', /header row/],
    [`${Array.from({ length: 1_000 }, (_, n) => `c${n}`).join(',')}\nx@example.com\n`, /at most 200 columns, and this one has 1000/],
    [Buffer.from('email,name\n\u0000\u0001\u0002\u0000x@example.com,X\n'), /not a text file/],
    [zip, /compressed or a damaged Excel file/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel file/],
    [Buffer.from('1f8b0800', 'hex'), /compressed/],
    ['%PDF-1.7\n', /PDF/],
    ['<html><table><tr><td>x@example.com</td></tr></table></html>', /web page/],
    ['\n\n\r\n', /no rows/],
    ['[\n {"email": "x@example.com"}]', /JSON/],
    ['BEGIN:VCARD\nVERSION:3.0\n', /vCard/],
    [`email${'x'.repeat(200_000)}\nx@example.com\n`, /first row cannot be read. The row is longer than 128 KB/],
  ]
  for (const [file, message] of refused) expect(await imported(file)).toMatch(message)
  const empty = await t.call('POST', '/api/contacts/import', { token: owner.token, body: { fileName: 'list.csv', sizeBytes: 0 } })
  expect([empty.status, empty.body.errors?.[0]?.message]).toEqual([422, 'The file is empty'])
  // An import without a preview reports this once, not for each row.
  const blind = await run(await upload(Buffer.concat([zip, Buffer.from('\nx@example.com\n')])), { columns: ['email'] })
  expect(blind).toMatchObject({ status: 'failed', resumableUntil: null, rowsRead: 0 })
  expect(blind.message).toMatch(/damaged Excel/)
  const withoutContacts = await run(await upload('email,name\n\n'), { columns: ['email', 'firstName'] })
  expect(withoutContacts).toMatchObject({
    status: 'failed',
    resumableUntil: null,
    message: expect.stringContaining('no contacts') as string,
  })

  const read: [string, string | Buffer, { people: string[]; error?: string; columns?: string[] }][] = [
    [
      'two columns of one name',
      'Email,Email,First,First\na@x.example,b@x.example,Ada,Bea\n',
      { columns: ['email', 'ignore', 'firstName', 'ignore'], people: ['a@x.example Ada'] },
    ],
    [
      'a cell of 2 MB',
      `email,first\na@x.example,A\nb@x.example,${'y'.repeat(2_000_000)}\nc@x.example,C\n`,
      { people: ['a@x.example A', 'c@x.example C'], error: 'longer than 128 KB' },
    ],
    [
      'CR only, and a quote that is never closed',
      'email,first\ra@x.example,A\rb@x.example,"never closed\rc@x.example,C\r',
      { people: ['a@x.example A', 'c@x.example C'], error: 'never closed' },
    ],
    [
      'a thousand empty columns behind the table',
      `email,first${','.repeat(1_000)}\na@x.example,A${','.repeat(1_000)}\n`,
      { columns: ['email', 'firstName'], people: ['a@x.example A'] },
    ],
    ['tabs', 'E-Mail\tVorname\tNachname\na@x.example\tÄnne, die\tO"Neil\n', { people: ['a@x.example Änne, die O"Neil'] }],
    [
      'quotes in the middle',
      'email;first;last\na@x.example;Ada "the first";L\nb@x.example;"Bea ""B""";"L; M"\nc@x.example;"Cy" Q;L\n',
      { people: ['a@x.example Ada "the first" L', 'b@x.example Bea "B" L; M', 'c@x.example "Cy" Q L'] },
    ],
    [
      'more cells than columns, and fewer',
      'email,first\na@x.example,A,,\nb@x.example,B,more\nc@x.example\n',
      { people: ['a@x.example A', 'c@x.example'], error: 'The row has 3 values, but the file has 2 columns' },
    ],
    [
      'letters of everywhere, and marks that nobody sees',
      'email,first,last\n\u200fa@x.example\u200b,דוד,כהן\nb@x.example,👩‍👩‍👧 Ana,مریم\nb@x@example,X,Y\n',
      { people: ['a@x.example דוד כהן', 'b@x.example 👩‍👩‍👧 Ana مریم'], error: 'Invalid email address' },
    ],
    [
      'numbers with and without their country',
      'phone,first\n\u202a+44 20 7946 0958\u202c,A\n020 7946 0958,B\n',
      { people: ['+442079460958 A'], error: 'or enter the country of your organization in its settings' },
    ],
    ['Windows-1252', Buffer.from('email;first\na@x.example;Jos\u00e9\n', 'latin1'), { people: ['a@x.example José'] }],
  ]
  for (const [name, file, { error, ...expected }] of read) {
    const seen = await imported(file)
    const errors = expect.stringContaining(error ?? '') as string
    expect(seen, name).toMatchObject({ ...expected, failedCount: error ? 1 : 0, errors })
  }
})

test('reads dates with slashes in the order of their list and guesses new fields from the first rows', async () => {
  owner = await t.register()
  await addField({ key: 'birthday', label: 'Birthday', type: 'date' })
  const file = (...days: string[]) => ['email,Birthday', ...days.map((day, n) => `d${n}@x.example,${day}`), ''].join('\n')
  const look = async (text: string, body: object = {}) => preview(await upload(text), body)
  const daysOf = ({ rows }: ImportPreview) => rows.map(({ values }) => values['custom:birthday'] ?? null)
  const british = await look(file('03/04/1990', '31/12/1990 10:30', '1-2-1990', '5/5/1990', '1990-06-07', '8.9.1990'))
  expect(british.dateOrder).toBe('dmy')
  expect(daysOf(british)).toEqual(['1990-04-03', '1990-12-31', '1990-02-01', '1990-05-05', '1990-06-07', '1990-09-08'])
  const american = await look(file('03/04/1990', '12/31/1990'))
  expect([american.dateOrder, daysOf(american)]).toEqual(['mdy', ['1990-03-04', '1990-12-31']])
  const open = await look(file('03/04/1990', '5/5/1990'))
  expect([open.dateOrder, daysOf(open)]).toEqual(['open', [null, '1990-05-05']])
  expect(open.rows[0]?.errors[0]?.message).toContain('Ambiguous date')
  expect(daysOf(await look(file('03/04/1990'), { dateOrder: 'mdy' }))).toEqual(['1990-03-04'])
  expect((await look(file('1990-01-02'))).dateOrder).toBeNull()
  const id = await upload(file('03/04/1990', '12/31/1990'))
  const done = await run(id, { columns: ['email', 'custom:birthday'], dateOrder: 'dmy' })
  expect([done.createdCount, done.failedCount]).toEqual([1, 1])
  expect((await contactsOf())[0]).toMatchObject({ email: 'd0@x.example', custom: { birthday: '1990-04-03' } })

  const heads = ['email', 'Paid', 'Orders', 'Since', 'Postcode', 'Size', 'Nothing']
  const guessed = await look(
    [heads, ['a@x.example', 'yes', '3,5', '03/04/2020', '01234', 'M', ''], ['b@x.example', 'No', '0', '13/4/2020', '99', 'L', '']]
      .map((row) => row.join(';'))
      .join('\n'),
  )
  expect(guessed.columns.map(({ fieldType }) => fieldType)).toEqual(['text', 'boolean', 'number', 'date', 'text', 'text', 'text'])
  const twin = await addField({ key: 'birthday_2', label: 'birthday', type: 'date' })
  expect([twin.status, twin.body.errors]).toEqual([409, [{ path: 'label', message: 'There is a field with this name already.' }]])
  const again = await addField({ key: 'birthday', label: 'Day of birth', type: 'date' })
  expect([again.status, again.body.errors?.[0]?.path]).toEqual([409, 'key'])
})

test('ends at the contacts that the plan allows, says so, and goes on once the plan allows more', async () => {
  owner = await t.register()
  const limit = (contacts: number) =>
    t.owner.query('update auth.organizations set contacts_limit = $2 where id = $1', [owner.orgId, contacts])
  await limit(3)
  const id = await upload(['email', ...Array.from({ length: 5 }, (_, n) => `limit${n}@plan.example`), ''].join('\n'))
  const refused = await run(id, { columns: ['email'] })
  expect(refused).toMatchObject({ status: 'failed', createdCount: 0, message: 'Your plan allows 3 contacts. The Free plan allows more.' })
  expect(refused.resumableUntil).not.toBeNull()
  await limit(5)
  expect((await act(id, 'resume')).status).toBe(202)
  expect(await ended(id)).toMatchObject({ status: 'completed', createdCount: 5, message: '' })
})

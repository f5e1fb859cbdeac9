import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ContactImport, CorrectedRows, ImportErrorRows, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
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
beforeEach(async () => {
  owner = await t.register()
})

const { upload, run, contactsOf, addField, act, ended } = importTools(
  () => t,
  () => owner,
)
const rowsOf = async (id: string, after = 0) =>
  (await t.call<ImportErrorRows>('GET', `/api/contacts/import/${id}/error-rows?after=${after}`, { token: owner.token })).body.data
const correct = (id: string, rows: object[], as = owner) =>
  t.call<CorrectedRows>('POST', `/api/contacts/import/${id}/error-rows`, { token: as.token, body: { rows } })

const granted: ImportSettings['consent'] = { kind: 'granted', channels: ['email'], purpose: 'marketing', source: 'Shop' }

async function importWithErrors(): Promise<ContactImport> {
  await addField({ key: 'spent', label: 'Spent', type: 'number', choices: [] })
  const id = await upload('Email;Name;Spent\nann@acme.test;Ann;1.234,50\nbob@;Bob;2.000\ncleo@acme.test;Cleo;many\n')
  return run(id, { separator: ';', columns: ['email', 'firstName', 'custom:spent'], consent: granted })
}

test('shows the rows that were left out, and imports corrected ones into the same import', async () => {
  const held = await importWithErrors()
  expect([held.createdCount, held.failedCount]).toEqual([1, 2])
  expect(await rowsOf(held.id)).toEqual({
    columns: [
      { name: 'Email', target: 'email' },
      { name: 'Name', target: 'firstName' },
      { name: 'Spent', target: 'custom:spent' },
    ],
    rows: [
      { row: 3, cells: ['bob@', 'Bob', '2.000'], faults: [{ column: 0, message: 'Invalid email address' }], isWhole: true },
      { row: 4, cells: ['cleo@acme.test', 'Cleo', 'many'], faults: [{ column: 2, message: expect.any(String) as string }], isWhole: true },
    ],
    hasMore: false,
  })
  const { status, body } = await correct(held.id, [
    { row: 3, cells: ['bob@acme.test', 'Bob', '2.000'] },
    { row: 4, cells: ['cleo@acme.test', 'Cleo; "C"', 'some'] },
  ])
  expect(status).toBe(200)
  expect(body.data.rows.map(({ row, state }) => [row, state])).toEqual([
    [3, 'imported'],
    [4, 'wrong'],
  ])
  expect(body.data.import).toMatchObject({ createdCount: 2, failedCount: 1 })
  // The number is read as the file writes numbers: with a decimal comma.
  expect((await contactsOf()).map((row: Record<string, unknown>) => [row['email'], row['custom'], row['consents'], row['told']])).toEqual([
    ['ann@acme.test', { spent: 1234.5 }, 'email:granted', 1],
    ['bob@acme.test', { spent: 2000 }, 'email:granted', 1],
  ])
  expect((await rowsOf(held.id)).rows.map(({ cells }) => cells)).toEqual([['cleo@acme.test', 'Cleo; "C"', 'some']])
  expect((await rowsOf(held.id, 4)).rows).toEqual([])
})

test('imports no row twice, however often and at once it is sent', async () => {
  const held = await importWithErrors()
  const row = { row: 3, cells: ['bob@acme.test', 'Bob', '5'] }
  const replies = await Promise.all([correct(held.id, [row]), correct(held.id, [row]), correct(held.id, [row])])
  expect(replies.map(({ body }) => body.data.rows[0]?.state).filter((state) => state === 'imported')).toEqual(['imported'])
  expect(replies.map(({ body }) => body.data.import.createdCount)).toContain(2)
  expect((await correct(held.id, [{ row: 999, cells: ['x@acme.test'] }])).body.data.rows).toEqual([{ row: 999, state: 'gone', faults: [] }])
  expect(await contactsOf()).toHaveLength(2)
})

test('undoes corrected rows with their import, and corrects none of one that was undone', async () => {
  const held = await importWithErrors()
  await correct(held.id, [{ row: 3, cells: ['bob@acme.test', 'Bob', '5'] }])
  expect((await act(held.id, 'undo')).status).toBe(202)
  expect((await ended(held.id)).status).toBe('undone')
  expect(await contactsOf()).toEqual([])
  expect((await correct(held.id, [{ row: 4, cells: ['cleo@acme.test', 'Cleo', '1'] }])).status).toBe(409)
})

test('refuses a stranger, a viewer, and rows that are given twice', async () => {
  const held = await importWithErrors()
  const row = { row: 3, cells: ['bob@acme.test'] }
  expect((await correct(held.id, [row], await t.register())).status).toBe(404)
  expect((await correct(held.id, [row, row])).status).toBe(422)
})

test('names who corrected the rows, not who started the import', async () => {
  const held = await importWithErrors()
  const admin = await t.addMember(owner.orgId, 'ADMIN')
  expect((await correct(held.id, [{ row: 3, cells: ['bob@acme.test', 'Bob', '5'] }], admin)).status).toBe(200)
  const { rows } = await t.owner.query<{ email: string; told: string; agreed: string }>(
    `select c.email, e.actor_name as told, l.actor_name as agreed from app.contacts c
     join app.contact_events e on e.contact_id = c.id and e.type = 'contact.imported'
     join app.consent_entries l on l.contact_id = c.id where c.org_id = $1 order by c.email`,
    [owner.orgId],
  )
  const [ann, bob] = rows
  expect(ann?.told).toBe(held.createdBy)
  const { rows: names } = await t.owner.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from auth.users where id = $1`,
    [admin.userId],
  )
  expect([bob?.told, bob?.agreed]).toEqual([names[0]?.name, names[0]?.name])
  expect(names[0]?.name).not.toBe(held.createdBy)
})

test('corrects no rows for a purpose or a field that is gone', async () => {
  const held = await importWithErrors()
  const row = { row: 3, cells: ['bob@acme.test', 'Bob', '5'] }
  const archived = (value: boolean) =>
    t.owner.query(`update app.consent_purposes set archived_at = ${value ? 'now()' : 'null'} where org_id = $1 and key = 'marketing'`, [
      owner.orgId,
    ])
  await archived(true)
  const gone = await correct(held.id, [row])
  expect([gone.status, gone.body.message]).toEqual([409, 'This import cannot continue. This purpose does not exist'])
  await archived(false)
  await t.owner.query(`delete from app.contact_fields where org_id = $1 and key = 'spent'`, [owner.orgId])
  expect((await correct(held.id, [row])).status).toBe(409)
  expect(await contactsOf()).toHaveLength(1)
})

test('corrects no rows after the days in which the import can be undone', async () => {
  const held = await importWithErrors()
  const row = { row: 3, cells: ['bob@acme.test', 'Bob', '5'] }
  const endedBefore = (days: number) =>
    t.owner.query(`update app.contact_imports set finished_at = now() - $2 * interval '1 day' where id = $1`, [held.id, days])
  await endedBefore(31)
  expect((await correct(held.id, [row])).status).toBe(409)
  await endedBefore(29)
  expect((await correct(held.id, [row])).status).toBe(200)
})

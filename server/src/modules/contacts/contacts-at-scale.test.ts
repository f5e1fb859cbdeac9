import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { rowsReadBy, rowsReadDuring } from '../../testing/rows-read.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { matchesText } from './search-contacts.ts'
import { contactStats, listContacts } from './store.ts'

const people = 100_000

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
  await t.owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, phone, phone_hash, first_name, last_name, source, created_at)
     select $1, gen_random_uuid(), 'user' || n || '@d' || n % 500 || '.example', '\\x01', '+44207' || 9000000 + n, '\\x01',
       'First' || n % 5000, 'Last' || n, 'import', now() - n * interval '1 second' from generate_series(1, $2) n`,
    [user.orgId, people],
  )
  await t.owner.query('analyze app.contacts')
}, 120_000)
afterAll(() => t.close())

const list = async (query: string) => (await t.call<Contact[]>('GET', `/api/contacts?${query}`, { token: user.token })).body.data

// ILIKE would read every row of the organization; ranges are answered by indexes although row-level security stands before them.
test.each(['last77777', 'first4999 last99999', 'user77777@', 'd499.example', '+442079077777', 'nobody at all'])(
  'a search for "%s" reads no table from end to end',
  async (q) => {
    const plan = await t.platform.db.withOrg(user.orgId, (tx) =>
      sql<Record<string, string>>`explain select c.id from app.contacts c where ${matchesText(q)}`.execute(tx),
    )
    const text = plan.rows.map((row) => Object.values(row)[0]).join('\n')
    expect(text).not.toContain('Seq Scan')
    expect(text).toContain('contacts_')
  },
)

test('finds one of 100,000 contacts', async () => {
  expect((await list('q=last77777')).map((contact) => contact.email)).toEqual(['user77777@d277.example'])
})

test.each([
  ['the newest', {}, 'createdAt', 200],
  ['one', { q: 'last77777' }, 'createdAt', 200],
  ['none', { q: 'nobody' }, 'createdAt', 200],
  ['of all that are found', { q: 'first' }, 'createdAt', 200],
  ['by name', {}, 'name', 200],
  ['by name of a tenth', { q: 'last7' }, 'name', 15_000],
] as const)('a page of contacts reads few of 100,000 rows: %s', async (_name, filter, sort, most) => {
  const page = { filter, sort, direction: sort === 'name' ? 'asc' : 'desc', limit: 50, after: null } as const
  const read = await t.platform.db.withOrg(user.orgId, (tx) => rowsReadBy(tx, 'contacts', (explaining) => listContacts(explaining, page)))
  expect(read).toBeLessThan(most)
})

test('the figures of contacts read each row once', async () => {
  const read = await t.platform.db.withOrg(user.orgId, (tx) => rowsReadDuring(tx, 'contacts', () => contactStats(tx, {}, new Date(0))))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(people)
})

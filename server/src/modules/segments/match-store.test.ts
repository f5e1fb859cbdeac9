import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { compileRules } from './compile-rules.ts'
import { membersOf, pageOfIds } from './match-store.ts'
import { loadScope } from './rule-scope.ts'

const people = 25_000
let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  // Every third is tagged and every seventh has bought; the oldest one alone is tagged "first".
  await t.owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, tags, source, created_at)
     select $1, uuidv7(make_interval(secs => n - ${people})), n || '@example.com', '\\x01',
            case when n = 1 then '{first}'::text[] when n % 3 = 0 then '{third}' else '{}' end, 'manual', now() + make_interval(secs => n)
     from generate_series(1, ${people}) n`,
    [user.orgId],
  )
  await t.owner.query(
    `insert into app.contact_events (org_id, id, contact_id, type)
     select org_id, uuidv7(), id, 'purchase' from app.contacts where org_id = $1 and split_part(email, '@', 1)::int % 7 = 0`,
    [user.orgId],
  )
  await t.owner.query('analyze app.contacts, app.contact_events')
})
afterAll(() => t.close())

const tagged = (tag: string): SegmentGroup => ({ match: 'all', rules: [{ kind: 'tags', op: 'any_of', tags: [tag] }] })
const someone: SegmentGroup = {
  match: 'any',
  rules: [
    { kind: 'tags', op: 'any_of', tags: ['third'] },
    { kind: 'event', type: 'purchase', op: 'at_least', count: 1 },
  ],
}
const last: SegmentGroup = { match: 'all', rules: [{ kind: 'field', field: 'email', op: 'is', value: `${people}@example.com` }] }
const expected = (holds: (n: number) => boolean) => Array.from({ length: people }, (_, at) => at + 1).filter(holds)

/** Numbers of the contacts, by pages as a caller asks for them. */
async function paged(kind: 'ids' | 'members', rules: SegmentGroup, limit: number): Promise<number[]> {
  return t.platform.db.withOrg(user.orgId, async (tx) => {
    const scope = await loadScope(tx, [rules])
    const conditions = compileRules(rules, scope, new Date())
    const numbers: number[] = []
    if (kind === 'ids') {
      const ids: string[] = []
      for (let page = [''], after: string | null = null; page.length > 0; after = ids.at(-1) ?? null)
        ids.push(...(page = await pageOfIds(tx, conditions, after, limit)))
      const rows = await tx.selectFrom('contacts').select(['id', 'email']).execute()
      const numberOf = new Map(rows.map(({ id, email }) => [id, Number.parseInt(email ?? '', 10)]))
      return ids.map((id) => numberOf.get(id) ?? 0)
    }
    let after: readonly [string, string] | null = null
    do {
      const found: Awaited<ReturnType<typeof membersOf>> = await membersOf(tx, conditions, { after, limit })
      numbers.push(...found.rows.map(({ email }) => Number.parseInt(email ?? '', 10)))
      after = found.last
    } while (after)
    return numbers
  })
}

// More people than are asked about at once, and groups that are many, one, or none: each is met once and in order.
test.each([
  ['many', someone, (n: number) => (n === 1 ? false : n % 3 === 0 || n % 7 === 0)],
  ['the very first', tagged('first'), (n: number) => n === 1],
  ['the very last', last, (n: number) => n === people],
  ['nobody', tagged('nobody'), () => false],
] as const)('%s: pages hold everybody once', async (_name, rules, holds) => {
  expect(await paged('ids', rules, 900)).toEqual(expected(holds))
  expect(await paged('members', rules, 4_000)).toEqual(expected(holds).toReversed())
})

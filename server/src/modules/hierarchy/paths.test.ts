import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { insertNode, isWithin, setParent } from './node-store.ts'
import { countWrongPaths, verifyHierarchies } from './verify-paths.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

const node = (name: string) => ({ name, slug: name, type: 'division' as const, description: '' })

test('any moves keep the tree a tree, and the closure equal to recursion', async () => {
  const size = 40
  const ids = Array.from({ length: size }, () => newId())
  await t.platform.db.withOrg(user.orgId, async (tx) => {
    for (const [index, id] of ids.entries())
      await insertNode(tx, id, index === 0 ? null : (ids[Math.floor((index - 1) / 3)] ?? null), node(`n${index}`))
  })
  const moves = fc.array(fc.tuple(fc.integer({ min: 1, max: size - 1 }), fc.integer({ min: 0, max: size - 1 })), {
    minLength: 20,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(moves, (steps) =>
      t.platform.db.withOrg(user.orgId, async (tx) => {
        for (const [moved, target] of steps) {
          const [id = '', parentId = ''] = [ids[moved], ids[target]]
          if (!(await isWithin(tx, parentId, id))) await setParent(tx, id, parentId, new Date())
        }
        expect(await countWrongPaths(tx)).toBe(0)
        const { rows } = await sql<{ count: number }>`
          with recursive below as (select id from org_nodes where parent_id is null
            union all select n.id from org_nodes n join below b on b.id = n.parent_id)
          select count(*)::int as count from below`.execute(tx)
        expect(rows[0]?.count).toBe(size)
      }),
    ),
    { numRuns: 12 },
  )
})

test('the database itself refuses a circle', async () => {
  const [a, b] = [newId(), newId()]
  const other = await t.register()
  await expect(
    t.platform.db.withOrg(other.orgId, async (tx) => {
      await insertNode(tx, newId(), null, node('root'))
      const root = await tx.selectFrom('org_nodes').select('id').executeTakeFirstOrThrow()
      await insertNode(tx, a, root.id, node('a'))
      await insertNode(tx, b, a, node('b'))
      await setParent(tx, a, b, new Date())
    }),
  ).rejects.toThrow(/cannot stand below itself/)
})

test('the nightly check repairs paths that do not follow from the nodes', async () => {
  const count = () => t.platform.db.withOrg(user.orgId, (tx) => countWrongPaths(tx))
  await t.owner.query('delete from app.org_node_paths where org_id = $1 and distance = 1', [user.orgId])
  expect(await count()).toBeGreaterThan(0)
  await verifyHierarchies(t.platform)
  expect(await count()).toBe(0)
})

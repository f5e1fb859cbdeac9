import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionFacts } from '../contract/src/kit/permission.ts'
import { gatherPermissions, writtenPermissions } from './write-permissions.ts'
import { root } from './words/syntax-tree.ts'

test('gathers the permissions of every module', () =>
  expect(writtenPermissions(), 'run: node scripts/write-permissions.ts').toBe(gatherPermissions()))

test('no permission and no place among the scopes of keys is declared twice', async () => {
  const files = globSync(join(root, 'contract/src/*/permissions.ts'))
  const declared = await Promise.all(
    files.map(async (file) => ((await import(file)) as { permissions: Record<string, PermissionFacts> }).permissions),
  )
  const all = declared.flatMap((permissions) => Object.entries(permissions))
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
  const orders = all.flatMap(([, { scope }]) => (scope ? [scope.order] : []))
  expect(new Set(orders).size).toBe(orders.length)
})

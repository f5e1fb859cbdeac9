import { z } from 'zod'
import { rights } from '@imperium/contract/hierarchy/rights.ts'
import { allRows } from './bundled-noun.ts'
import type { BundledNoun } from './bundled-noun.ts'

const Content = z.strictObject({ name: z.string(), description: z.string(), permissions: z.array(z.string()) })

/** Which rights belong together; who has them stays with the people of each organization. */
export const bundledPermissionSets: BundledNoun<z.output<typeof Content>> = {
  noun: 'permission-sets',
  read: 'rights:manage',
  write: 'rights:manage',
  content: Content,
  list: async ({ invoke }) =>
    (await allRows(invoke, rights.listSets)).map(({ id, name, description, permissions }) => ({
      id,
      name,
      content: { name, description, permissions: permissions.toSorted() },
    })),
  create: async ({ invoke }, content) => void (await invoke(rights.createSet, { body: content })),
  update: async ({ invoke }, id, content) => void (await invoke(rights.updateSet, { params: { id }, body: content })),
}

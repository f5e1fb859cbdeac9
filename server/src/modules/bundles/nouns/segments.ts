import { z } from 'zod'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { allRows } from './bundled-noun.ts'
import type { BundledNoun } from './bundled-noun.ts'

const Content = z.strictObject({ name: z.string(), description: z.string(), describedAs: z.string(), rules: z.json() })

export const bundledSegments: BundledNoun<z.output<typeof Content>> = {
  noun: 'segments',
  read: 'segments:read',
  write: 'segments:write',
  content: Content,
  list: async ({ invoke }) =>
    (await allRows(invoke, segments.list)).map(({ id, name, description, describedAs, rules }) => ({
      id,
      name,
      // Without the keys that are undefined.
      content: { name, description, describedAs, rules: z.json().parse(JSON.parse(JSON.stringify(rules))) },
    })),
  create: async ({ invoke }, content) => void (await invoke(segments.create, { body: content })),
  update: async ({ invoke }, id, content) => void (await invoke(segments.update, { params: { id }, body: content })),
}

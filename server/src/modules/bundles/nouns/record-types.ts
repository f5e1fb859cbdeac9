import { z } from 'zod'
import { entities } from '@imperium/contract/entities/entities.ts'
import { allRows } from './bundled-noun.ts'
import type { BundledNoun, Worker } from './bundled-noun.ts'

const Field = z.record(z.string(), z.json()).refine(({ name }) => typeof name === 'string', 'A field needs a name')
const Content = z.strictObject({
  entityName: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string(),
  vertical: z.string(),
  module: z.string(),
  tags: z.array(z.string()),
  fields: z.array(Field),
  /** It has a table; else it is a draft. */
  isActive: z.boolean(),
})
type Content = z.output<typeof Content>

const find = async (worker: Worker, id: string) => worker.invoke(entities.read, { params: { id } })

/** Activating makes a table by a job: it is under way when the bundle has been applied. */
async function activate({ invoke }: Worker, id: string, { isActive }: Content): Promise<void> {
  if (isActive) await invoke(entities.activate, { params: { id } })
}

const bodyOf = ({ isActive: _active, ...body }: Content) => body

/** Fields are the same by their name; one that only this organization has stays, with its values. */
export const bundledRecordTypes: BundledNoun<Content> = {
  noun: 'record-types',
  read: 'entities:read',
  write: 'entities:manage',
  content: Content,
  list: async ({ invoke }) =>
    (await allRows(invoke, entities.list)).flatMap(({ id, entityName, displayName, description, isSystemEntity, status, ...type }) => {
      if (isSystemEntity || status === 'archived') return []
      const { category, vertical, module, tags, fields, change } = type
      const about = { entityName, displayName, description, category, vertical, module, tags }
      const named = fields.map(({ id: _id, ...field }) => Field.parse(JSON.parse(JSON.stringify(field))))
      return [{ id, name: entityName, content: { ...about, fields: named, isActive: status === 'active' || change !== null } }]
    }),
  create: async (worker, content) => {
    const { id } = await worker.invoke(entities.create, { body: bodyOf(content) })
    await activate(worker, id, content)
  },
  update: async (worker, id, content) => {
    const here = await find(worker, id)
    const { entityName: _name, ...body } = bodyOf(content)
    const idOf = (name: unknown) => here.fields.find((field) => field.name === name)?.id
    const fields = body.fields.map((field) => ({ ...field, ...(idOf(field['name']) ? { id: idOf(field['name']) } : {}) }))
    await worker.invoke(entities.update, { params: { id }, body: { ...body, fields } })
    await activate(worker, id, content)
  },
  keep: (content, here) => ({
    ...content,
    isActive: content.isActive || here.isActive,
    fields: [...content.fields, ...here.fields.filter(({ name }) => !content.fields.some((field) => field['name'] === name))],
  }),
}

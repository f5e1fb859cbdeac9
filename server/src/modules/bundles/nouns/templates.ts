import { z } from 'zod'
import { templateCategories, templates } from '@imperium/contract/templates.ts'
import { allRows } from './bundled-noun.ts'
import type { BundledNoun, Worker } from './bundled-noun.ts'

const Content = z.strictObject({
  name: z.string(),
  description: z.string(),
  category: z.enum(templateCategories),
  tags: z.array(z.string()),
  content: z.json(),
})
type Content = z.output<typeof Content>

async function readContent({ invoke }: Worker, key: string): Promise<Content> {
  const { content } = await invoke(templates.export, { params: { key } })
  const { format: _format, formatVersion: _version, ...rest } = z.looseObject({}).parse(JSON.parse(String(content)))
  return Content.parse(rest)
}

const importIt = ({ invoke }: Worker, content: Content) =>
  invoke(templates.import, { body: { format: 'imperium/template', formatVersion: 1, ...content } })

/** The organization's own; a change is a new template, and the earlier one is withdrawn. */
export const bundledTemplates: BundledNoun<Content> = {
  noun: 'templates',
  read: 'templates:read',
  write: 'templates:write',
  content: Content,
  list: async (worker) => {
    const own = (await allRows(worker.invoke, templates.list, { type: 'community' })).filter(({ isMine }) => isMine)
    const found = []
    for (const { key, name } of own) found.push({ id: key, name, content: await readContent(worker, key) })
    return found
  },
  create: async (worker, content) => void (await importIt(worker, content)),
  update: async (worker, key, content) => {
    await importIt(worker, content)
    await worker.invoke(templates.remove, { params: { key } })
  },
}

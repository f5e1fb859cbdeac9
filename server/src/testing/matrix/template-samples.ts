import type { Sample } from './samples.ts'
import type { Setting } from './world.ts'

const key = 'official:customer-support'

const published = async ({ create }: Setting): Promise<Sample> => ({ params: { key: String((await create('templates.publish')).key) } })

export const templateSamples = {
  'templates.list': async () => ({ query: { category: 'agent', tags: 'support' } }),
  'templates.overview': async () => ({ query: { category: 'workflow' } }),
  'templates.read': async () => ({ params: { key } }),
  'templates.use': async ({ word }: Setting) => ({ params: { key }, body: { name: word('Made from a template') } }),
  'templates.rate': async () => ({ params: { key }, body: { stars: 4 } }),
  'templates.publish': async ({ create, word }: Setting) => ({
    body: {
      category: 'agent',
      sourceId: String((await create('agents.create')).id),
      name: word('Template'),
      description: 'Made by a sample',
      tags: ['sample'],
      visibility: 'community',
    },
  }),
  'templates.remove': published,
  'templates.import': async ({ word }: Setting) => ({
    body: {
      format: 'imperium/template',
      formatVersion: 1,
      category: 'agent',
      name: word('Template'),
      description: 'From a file',
      content: { type: 'SALES' },
    },
  }),
  'templates.export': async () => ({ params: { key } }),
} satisfies Record<string, (setting: Setting) => Promise<Sample>>

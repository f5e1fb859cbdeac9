import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const published = async ({ create }: Setting): Promise<Sample> => ({ params: { key: String((await create('templates.publish')).key) } })

export const samples: Samples<'templates'> = {
  'templates.list': async () => ({ query: { category: 'agent', tags: 'support' } }),
  'templates.overview': async () => ({ query: { category: 'workflow' } }),
  'templates.read': published,
  'templates.use': async (setting: Setting) => ({ ...(await published(setting)), body: { name: setting.word('Made from a template') } }),
  'templates.rate': async (setting: Setting) => ({ ...(await published(setting)), body: { stars: 4 } }),
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
  'templates.export': published,
} satisfies Record<string, (setting: Setting) => Promise<Sample>>

export const pagedSamples: PagedSamples = {
  'templates.list': async () => ({}),
}

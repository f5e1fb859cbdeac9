import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const published = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('knowledge.create')).id) } })

export const samples: Samples<'knowledge'> = {
  'knowledge.overview': () => ({}),
  'knowledge.list': () => ({ query: { limit: '2' } }),
  'knowledge.read': published,
  'knowledge.create': ({ word }) => ({ body: { title: word('Article'), body: '## Part\n\nWritten by a sample', status: 'PUBLISHED' } }),
  'knowledge.update': async (setting) => ({ ...(await published(setting)), body: { body: 'Changed by a sample' } }),
  'knowledge.remove': published,
  'knowledge.versions': published,
  'knowledge.view': published,
  'knowledge.rate': async (setting) => ({ ...(await published(setting)), body: { helpful: true } }),
  'knowledge.search': () => ({ query: { q: 'sample' } }),
}

export const pagedSamples: PagedSamples = {
  'knowledge.list': async ({ create }: Setting): Promise<Sample> => {
    await create('knowledge.create')
    await create('knowledge.create')
    return {}
  },
}

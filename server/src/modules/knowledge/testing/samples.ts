import { idOf } from '../../../testing/matrix/sample.ts'
import { newId } from '../../../platform/ids.ts'
import { recordQuestion } from '../questions-store.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const published = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('knowledge.create')).id) } })

const uploaded = idOf('knowledge.uploadDocument')

const failed = async (setting: Setting): Promise<Sample> => {
  const sample = await uploaded(setting)
  const { t, org } = setting
  await t.platform.db.withOrg(org.id, (tx) =>
    tx
      .updateTable('knowledge_documents')
      .set({ status: 'failed', due_at: null })
      .where('id', '=', sample.params?.['id'] ?? '')
      .execute(),
  )
  return sample
}

const question = async ({ t, org, word, run }: Setting): Promise<Sample> => {
  const unanswered = word('Question')
  await t.platform.db.withOrg(org.id, (tx) => recordQuestion(tx, { question: unanswered, runId: newId(), at: new Date() }))
  const open = (await run('knowledge.listQuestions', {})) as unknown as { id: string; question: string }[]
  return { params: { id: open.find((each) => each.question === unanswered)?.id ?? '' } }
}

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
  'knowledge.listCollections': () => ({}),
  'knowledge.createCollection': ({ word }) => ({ body: { name: word('Collection') } }),
  'knowledge.updateCollection': async (setting) => ({
    ...(await idOf('knowledge.createCollection')(setting)),
    body: { name: setting.word('Renamed') },
  }),
  'knowledge.removeCollection': idOf('knowledge.createCollection'),
  'knowledge.listDocuments': () => ({}),
  'knowledge.uploadDocument': ({ word }) => ({
    query: { name: `${word('Document')}.md` },
    file: { type: 'application/octet-stream', bytes: Buffer.from('## Part\n\nOf a sample') },
  }),
  'knowledge.readDocument': uploaded,
  'knowledge.updateDocument': async (setting) => ({ ...(await uploaded(setting)), body: { visibility: 'public' } }),
  'knowledge.retryDocument': failed,
  'knowledge.removeDocument': uploaded,
  'knowledge.listQuestions': () => ({}),
  'knowledge.dismissQuestion': question,
}

export const pagedSamples: PagedSamples = {
  'knowledge.list': async ({ create }: Setting): Promise<Sample> => {
    await create('knowledge.create')
    await create('knowledge.create')
    return {}
  },
  'knowledge.listDocuments': async ({ create }: Setting): Promise<Sample> => {
    await create('knowledge.uploadDocument')
    await create('knowledge.uploadDocument')
    return {}
  },
}

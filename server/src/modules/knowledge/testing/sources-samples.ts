import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

// A public address without a name to look up; nothing is called in the matrices, because no worker runs.
const source = ({ word }: Setting): Sample => ({ body: { url: `https://9.9.9.9/${word('page')}` } })

const added = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('knowledge-sources.create')).id) } })

export const samples: Samples<'knowledge-sources'> = {
  'knowledge-sources.list': () => ({}),
  'knowledge-sources.create': source,
  'knowledge-sources.update': async (setting) => ({ ...(await added(setting)), body: { name: setting.word('Named') } }),
  'knowledge-sources.sync': added,
  'knowledge-sources.remove': added,
}

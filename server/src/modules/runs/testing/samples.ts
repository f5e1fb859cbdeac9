import { addRunFile } from '../outputs/run-files-store.ts'
import { idOf } from '../../../testing/matrix/sample.ts'
import type { Make, PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const run: Make = async ({ create }) => ({ params: { id: String((await create('agents.execute')).runId) } })

/** A run with an image, as its tool stores it. */
const image: Make = async ({ create, t, org }) => {
  const id = String((await create('agents.execute')).runId)
  const source = (async function* () {
    yield Buffer.from('picture')
  })()
  const file = await t.platform.files.write(org.id, { name: 'image.webp', contentType: 'image/webp', source, maxBytes: 100 })
  await t.platform.db.withOrg(org.id, (tx) => addRunFile(tx, id, file.id))
  return { params: { id, imageId: file.id } }
}

/** A run that has ended. */
const finishedRun: Make = async ({ create }) => ({ params: { id: String((await create('runs.cancel')).id) } })

const upload: Make = async ({ create }) => ({
  params: { id: String((await create('agents.create')).id) },
  file: { type: 'image/png', bytes: pixel },
})

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

export const samples: Samples<'runs'> = {
  'agents.execute': idOf('agents.create', { input: 'I love this product' }),
  'agents.uploadImage': upload,
  'runs.list': () => ({}),
  'runs.listForAgent': idOf('agents.create'),
  'runs.read': run,
  'runs.conversation': run,
  'runs.events': finishedRun,
  'runs.image': image,
  'runs.cancel': run,
  'runs.metrics': idOf('agents.create'),
}

const twoRuns = async ({ create, run }: Setting): Promise<Sample> => {
  const { id } = await create('agents.create')
  const sample = { params: { id: String(id) }, body: { input: 'Once more' } }
  await run('agents.execute', sample)
  await run('agents.execute', sample)
  return { params: { id: String(id) } }
}

export const pagedSamples: PagedSamples = {
  'runs.list': async (setting) => {
    await twoRuns(setting)
    return {}
  },
  'runs.listForAgent': twoRuns,
}

import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { activateEntity } from '../../../testing/activate-entity.ts'

const entities = new WeakMap<object, Promise<string>>()

/** One entity for each organization: each has a table. */
function entityOf(setting: Setting): Promise<string> {
  const made = entities.get(setting.org) ?? makeEntity(setting)
  entities.set(setting.org, made)
  return made
}

async function makeEntity(setting: Setting): Promise<string> {
  const name = setting
    .word('records')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
  const row = await setting.run('entities.create', {
    body: {
      entityName: name,
      displayName: setting.word('Viewings'),
      fields: [
        { name: 'title', label: 'Title', type: 'text' },
        { name: 'parent', label: 'Parent', type: 'relation', entity: name },
        { name: 'number', label: 'Number', type: 'autonumber' },
      ],
    },
  })
  await activateEntity(setting, String(row['id']))
  return name
}

const inEntity = async (setting: Setting): Promise<Sample> => ({ params: { entity: await entityOf(setting) } })

const made = async (setting: Setting): Promise<Sample> => {
  const params = { entity: await entityOf(setting) }
  const { id } = await setting.run('records.create', { params, body: { values: { title: setting.word('Record') } } })
  return { params: { ...params, id: String(id) } }
}

const trashed = async (setting: Setting): Promise<Sample> => {
  const sample = await made(setting)
  await setting.run('records.remove', sample)
  return sample
}

const values = async (setting: Setting) => ({
  values: { title: setting.word('Record'), parent: (await made(setting)).params?.['id'] },
})

const csv = (setting: Setting) => Buffer.from(`title\n${setting.word('Imported')}\n`)

/** An import whose file was not read yet. */
async function uploaded(setting: Setting): Promise<Sample> {
  const bytes = csv(setting)
  const body = { fileName: `${setting.word('list')}.csv`, sizeBytes: bytes.length }
  const { id } = await setting.run('record-imports.create', { ...(await inEntity(setting)), body })
  const params = { id: String(id) }
  await setting.run('record-imports.upload', { params, query: { offset: '0' }, file: { type: 'application/octet-stream', bytes } })
  return { params }
}

const view = (setting: Setting) => ({ name: setting.word('View'), sort: '-title' })
const savedView = async (setting: Setting): Promise<Sample> => {
  const params = { entity: await entityOf(setting) }
  const { id } = await setting.run('record-views.create', { params, body: view(setting) })
  return { params: { ...params, id: String(id) } }
}

export const samples: Samples<'records' | 'record-imports' | 'record-views'> = {
  'records.list': async (setting) => ({ ...(await inEntity(setting)), query: { limit: '2', sort: '-title' } }),
  'records.count': inEntity,
  'records.exportList': async (setting) => ({ ...(await inEntity(setting)), query: { sort: '-title' } }),
  'records.bulk': async (setting) => {
    const { params } = await made(setting)
    const body = { ids: [params?.['id']], action: { kind: 'set', values: { title: setting.word('Record') } } }
    return { params: { entity: params?.['entity'] ?? '' }, body }
  },
  'record-views.list': inEntity,
  'record-views.create': async (setting) => ({ ...(await inEntity(setting)), body: view(setting) }),
  'record-views.update': async (setting) => ({ ...(await savedView(setting)), body: view(setting) }),
  'record-views.remove': savedView,
  'record-imports.list': inEntity,
  'record-imports.create': async (setting) => ({
    ...(await inEntity(setting)),
    body: { fileName: `${setting.word('list')}.csv`, sizeBytes: 100 },
  }),
  'record-imports.propose': (setting) => ({ file: { type: 'application/octet-stream', bytes: csv(setting) } }),
  'record-imports.read': uploaded,
  'record-imports.upload': async (setting) => {
    const { id } = await setting.create('record-imports.create')
    return { params: { id: String(id) }, query: { offset: '0' }, file: { type: 'application/octet-stream', bytes: Buffer.from('title\n') } }
  },
  'record-imports.preview': async (setting) => ({ ...(await uploaded(setting)), body: { hasHeader: true } }),
  'record-imports.start': async (setting) => ({
    ...(await uploaded(setting)),
    body: { settings: { separator: ',', encoding: 'utf-8', hasHeader: true, columns: ['title'] } },
  }),
  'record-imports.cancel': uploaded,
  'records.targets': async (setting) => ({ params: { entity: await entityOf(setting), field: 'parent' } }),
  'records.create': async (setting) => ({ ...(await inEntity(setting)), body: await values(setting) }),
  'records.read': made,
  'records.update': async (setting) => ({ ...(await made(setting)), body: await values(setting) }),
  'records.remove': made,
  'records.restore': trashed,
}

export const pagedSamples: PagedSamples = {
  'records.list': async (setting: Setting): Promise<Sample> => {
    await made(setting)
    await made(setting)
    return inEntity(setting)
  },
}

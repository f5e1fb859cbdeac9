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

export const samples: Samples<'records'> = {
  'records.list': async (setting) => ({ ...(await inEntity(setting)), query: { limit: '2', sort: '-title' } }),
  'records.count': inEntity,
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

import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { activateEntity } from '../../../testing/activate-entity.ts'

const body = (word: string) => ({
  entityName: word.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
  displayName: word,
  description: 'Made by a sample',
  tags: ['sample'],
  fields: [
    { name: 'title', label: 'Title', type: 'text', required: true },
    { name: 'price', label: 'Price', type: 'money', currency: 'EUR' },
    { name: 'state', label: 'State', type: 'choice', options: [{ value: 'open', label: 'Open' }] },
  ],
})

const id = (row: Record<string, unknown>) => String(row['id'])
const drafted = async ({ create }: Setting): Promise<Sample> => ({ params: { id: id(await create('entities.create')) } })
/** An active one. */
const active = async (setting: Setting): Promise<Sample> => {
  const row = await setting.create('entities.create')
  await activateEntity(setting, id(row))
  return { params: { id: id(row) } }
}
const deprecated = async (setting: Setting): Promise<Sample> => {
  const sample = await active(setting)
  await setting.run('entities.deprecate', sample)
  return sample
}
const fields = (word: string) => {
  const { entityName: _name, ...rest } = body(word)
  return rest
}
/** One that a change left a column behind. */
const withRetired = async (setting: Setting): Promise<Sample> => {
  const { params } = await active(setting)
  await setting.run('entities.update', { ...(params ? { params } : {}), body: fields(setting.word('Entity')) })
  await activateEntity(setting, String(params?.['id']))
  return { params: { ...params, column: 'f1' } }
}

export const samples: Samples<'entities'> = {
  'entities.list': ({ org }) => ({ query: { limit: '2', organizationId: org.id } }),
  'entities.stats': () => ({}),
  'entities.limits': () => ({}),
  'entities.create': ({ word }) => ({ body: body(word('Entity')) }),
  'entities.read': drafted,
  'entities.update': async (setting) => ({ ...(await drafted(setting)), body: fields(setting.word('Entity')) }),
  'entities.activate': drafted,
  'entities.difference': active,
  'entities.versions': active,
  'entities.retired': active,
  'entities.restoreField': withRetired,
  'entities.deleteRetired': withRetired,
  'entities.deprecate': active,
  'entities.archive': deprecated,
  'entities.restore': deprecated,
  'entities.remove': drafted,
}

export const pagedSamples: PagedSamples = {
  'entities.list': async ({ create }: Setting): Promise<Sample> => {
    await create('entities.create')
    await create('entities.create')
    return {}
  },
}

import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const someContact = ({ word }: Setting) => ({
  email: `${word('c').toLowerCase()}@example.com`,
  phone: '+442079460958',
  firstName: 'Ada',
  lastName: word('Contact'),
  locale: 'en-GB',
  timeZone: 'Europe/London',
  tags: [word('tag')],
})

const field = ({ word }: Setting) => ({ key: `f_${newId().replaceAll('-', '').slice(-12)}`, label: word('Field'), type: 'text' })

const idOf =
  (operation: 'contacts.create' | 'contacts.createField', more: (setting: Setting) => Omit<Sample, 'params'> = () => ({})) =>
  async (setting: Setting): Promise<Sample> => ({ params: { id: String((await setting.create(operation)).id) }, ...more(setting) })

const ids = async ({ create }: Setting) => [String((await create('contacts.create')).id), String((await create('contacts.create')).id)]

export const samples: Samples<'contacts'> = {
  'contacts.list': () => ({}),
  'contacts.stats': () => ({}),
  'contacts.tags': () => ({}),
  'contacts.duplicates': async ({ create }: Setting) => {
    // Two with one number.
    await create('contacts.create')
    await create('contacts.create')
    return {}
  },
  'contacts.exportList': async ({ create }: Setting) => ({ query: { segmentId: String((await create('segments.create')).id) } }),
  'contacts.fields': () => ({}),
  'contacts.createField': (setting: Setting) => ({ body: field(setting) }),
  'contacts.updateField': idOf('contacts.createField', ({ word }) => ({ body: { label: word('Renamed') } })),
  'contacts.removeField': idOf('contacts.createField'),
  'contacts.create': (setting: Setting) => ({ body: someContact(setting) }),
  'contacts.bulk': async (setting: Setting) => ({ body: { ids: await ids(setting), action: 'add_tag', tag: setting.word('tag') } }),
  'contacts.eraseMany': async (setting: Setting) => ({ body: { ids: await ids(setting) } }),
  'contacts.read': idOf('contacts.create'),
  'contacts.update': idOf('contacts.create', ({ word }) => ({ body: { firstName: word('Renamed'), tags: [word('tag')] } })),
  'contacts.remove': idOf('contacts.create'),
  'contacts.merge': async (setting: Setting) => {
    const [id = '', otherId = ''] = await ids(setting)
    return { params: { id }, body: { otherId, take: ['lastName'] } }
  },
  'contacts.timeline': idOf('contacts.create'),
  'contacts.recordEvent': idOf('contacts.create', ({ word }) => ({
    body: { type: 'shop.visit', data: { page: word('page'), seconds: 7 } },
  })),
  'contacts.exportOne': idOf('contacts.create'),
}

export const pagedSamples: PagedSamples = {
  'contacts.list': async ({ create }) => {
    await create('contacts.create')
    await create('contacts.create')
    return {}
  },
  'contacts.timeline': async ({ create, run }) => {
    const params = { id: String((await create('contacts.create')).id) }
    await run('contacts.recordEvent', { params, body: { type: 'shop.visit' } })
    return { params }
  },
}

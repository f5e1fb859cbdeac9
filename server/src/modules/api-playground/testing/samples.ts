import { idOf, none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Samples, Setting } from '../../../testing/matrix/sample.ts'

const request = { method: 'GET', path: '/api/v1/agents', pathValues: {}, query: [], headers: [], body: '' }
const call = () => ({ body: { method: 'GET', path: '/api/v1/agents', status: 200, durationMs: 12, sizeBytes: 100 } })

export const samples: Samples<'api-playground'> = {
  'api-playground.createToken': () => ({ body: { scopes: ['agents:read'] } }),
  'api-playground.collections': none,
  'api-playground.createCollection': ({ word }) => ({ body: { name: word('Collection') } }),
  'api-playground.renameCollection': async (setting) => ({
    ...(await idOf('api-playground.createCollection')(setting)),
    body: { name: setting.word('Renamed') },
  }),
  'api-playground.removeCollection': idOf('api-playground.createCollection'),
  'api-playground.readRequest': idOf('api-playground.saveRequest'),
  'api-playground.saveRequest': async ({ create, word }) => ({
    body: { ...request, collectionId: (await create('api-playground.createCollection')).id, name: word('Request') },
  }),
  'api-playground.changeRequest': idOf('api-playground.saveRequest', { path: '/api/v1/contacts' }),
  'api-playground.removeRequest': idOf('api-playground.saveRequest'),
  'api-playground.history': none,
  'api-playground.recordCall': call,
  'api-playground.clearHistory': none,
  'api-playground.reference': none,
  'api-playground.referenceOf': () => ({ params: { tag: 'agents' } }),
}

export const pagedSamples: PagedSamples = {
  'api-playground.history': async ({ create }: Setting) => {
    await create('api-playground.recordCall')
    await create('api-playground.recordCall')
    return {}
  },
}

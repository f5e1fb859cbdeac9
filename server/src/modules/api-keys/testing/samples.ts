import { idOf, none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'api-keys'> = {
  'api-keys.list': none,
  'api-keys.create': ({ word }) => ({
    body: { name: word('Key'), scopes: ['agents:read', 'agents:execute'], allowedAddresses: ['127.0.0.0/8'], rateLimitPerHour: 100 },
  }),
  'api-keys.createForAgent': async ({ word, create }) => ({
    body: { name: word('Agent key'), agentId: (await create('agents.create')).id },
  }),
  'api-keys.update': idOf('api-keys.create', { scopes: ['agents:read'] }),
  'api-keys.rotate': idOf('api-keys.create', { overlapHours: 1 }),
  'api-keys.revoke': idOf('api-keys.create'),
}

export const pagedSamples: PagedSamples = {
  'api-keys.list': async ({ create }) => {
    await create('api-keys.create')
    await create('api-keys.create')
    return {}
  },
}

import { apiKeys } from '@imperium/contract/api-keys.ts'
import type { ApiKey } from '@imperium/contract/api-keys.ts'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const key: ApiKey = {
  id: id(7),
  name: 'Nightly reports',
  kind: 'organization',
  agent: null,
  key: `imp_org_${'*'.repeat(24)}abcd`,
  scopes: ['agents:read'],
  createdAt: at,
  createdBy: 'Ada Lovelace',
  updatedAt: at,
  expiresAt: null,
  allowedAddresses: [],
  rateLimitPerHour: null,
  usageCount: 5,
  lastUsed: null,
  status: 'active',
  inactiveReason: null,
  rotatesUntil: null,
}
const forbidden = { role: 'MEMBER', texts: 'Only owners and administrators manage API keys' } as const

testStates('keys of the organization', {
  place: 'settings/api-keys',
  heading: 'API Keys',
  list: apiKeys.list,
  loadFailed: 'API keys could not be loaded',
  empty: { data: [], texts: 'No API keys yet' },
  noMatch: { place: 'settings/api-keys?q=zzz', texts: 'No key matches' },
  filled: { data: [key], texts: ['Nightly reports', key.key] },
  forbidden,
})

testStates('keys of agents', {
  place: 'agent-api-keys',
  heading: 'Agent API Keys',
  list: apiKeys.list,
  loadFailed: 'API keys could not be loaded',
  empty: { data: [], texts: 'No agent API keys yet' },
  noMatch: { place: 'agent-api-keys?status=inactive', texts: 'No key matches' },
  filled: { data: [{ ...key, kind: 'agent', agent: { id: id(8), name: 'Door opener' } }], texts: ['Runs Door opener'] },
  forbidden,
})

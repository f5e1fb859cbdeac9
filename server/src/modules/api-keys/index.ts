import { agentEvents } from '@imperium/contract/events/agents.ts'
import { apiKeyEvents } from '@imperium/contract/events/api-keys.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import { asOrg } from '../../platform/db/database.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { listMemberships } from '../organizations/index.ts'
import { revokeKeysOfAgent, revokeKeysOfPerson } from './change-key.ts'
import { apiKeyOperations } from './routes.ts'
import { exportApiKeys } from './store.ts'
import { apiKeysActs } from './acts.ts'

export { createAccessToken, revokeAccessTokens } from './access-tokens.ts'
export { createPlaygroundKey } from './create-playground-key.ts'
export { keyNames, scopesOfKey } from './store.ts'

export const apiKeysModule: ModuleFactory = (platform) => ({
  name: 'api-keys',
  tables: ['app.api_keys'],
  acts: apiKeysActs,
  emits: Object.values(apiKeyEvents),
  operations: apiKeyOperations(platform),
  exportPerson: async ({ userId, orgIds }) => ({ apiKeys: await collectInEach(platform.db, orgIds, (tx) => exportApiKeys(tx, userId)) }),
  deleteUnproved: async (tx, userId) => {
    for (const { id } of await listMemberships(tx, userId)) await asOrg(tx, id, (orgTx) => revokeKeysOfPerson(orgTx, userId))
  },
  events: [
    onEvent({
      event: agentEvents.deleted,
      name: 'api-keys.revokeOfDeletedAgent',
      worksAtRest: 'only revokes',
      run: ({ orgId, payload }) => platform.db.withOrg(orgId, (tx) => revokeKeysOfAgent(tx, payload.agentId)),
    }),
  ],
})

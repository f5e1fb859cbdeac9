import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { apiPlaygroundActs } from './acts.ts'
import { exportCalls } from './call-store.ts'
import { playgroundContactExtensions } from './contact-extension.ts'
import { apiPlaygroundOperations } from './routes.ts'

export const apiPlaygroundModule: ModuleFactory = (platform) => ({
  name: 'api-playground',
  tables: ['playground_collections', 'playground_requests', 'playground_calls'],
  acts: apiPlaygroundActs,
  operations: apiPlaygroundOperations(platform),
  extensions: playgroundContactExtensions.map(extendContacts),
  exportPerson: async ({ userId, orgIds }) => ({
    playgroundCalls: await collectInEach(platform.db, orgIds, (tx) => exportCalls(tx, userId)),
  }),
})

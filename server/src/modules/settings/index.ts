import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { settingsOperations } from './routes.ts'
import { exportVisits, deleteVisits } from './store.ts'

export const settingsModule: ModuleFactory = (platform) => ({
  name: 'settings',
  tables: ['settings_visits'],
  acts: { kinds: { settings: 'settings' } },
  operations: settingsOperations,
  exportPerson: async ({ userId, orgIds }) => ({
    settingsVisits: await collectInEach(platform.db, orgIds, (tx) => exportVisits(tx, userId)),
  }),
  erasePerson: deleteVisits,
})

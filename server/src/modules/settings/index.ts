import type { ModuleFactory } from '../../platform/module.ts'
import { settingsOperations } from './routes.ts'
import { forgetVisits } from './store.ts'

export const settingsModule: ModuleFactory = () => ({
  name: 'settings',
  tables: ['settings_visits'],
  operations: settingsOperations,
  erasePerson: forgetVisits,
})

import type { ModuleFactory } from '../../platform/module.ts'
import { dashboardOperations } from './routes.ts'

export const dashboardModule: ModuleFactory = (platform) => ({
  name: 'dashboard',
  tables: [],
  operations: dashboardOperations(platform),
})

import type { ModuleFactory } from '../../platform/module.ts'
import { dashboardOperations } from './routes.ts'

export { readWeek } from './read-week.ts'
export type { WeekFigures } from './read-week.ts'

export const dashboardModule: ModuleFactory = (platform) => ({
  name: 'dashboard',
  tables: [],
  operations: dashboardOperations(platform),
})

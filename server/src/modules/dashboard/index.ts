import type { ModuleFactory } from '../../platform/module.ts'
import { dashboardOperations } from './routes.ts'

export { averageOf, growthOf, percentOf } from './ratios.ts'
export { findPeriod, sumRuns, sumRunsOfAgents, wholeDaysIn } from './store.ts'
export type { Period } from './store.ts'
export { readWeek } from './read-week.ts'
export type { WeekFigures } from './read-week.ts'

export const dashboardModule: ModuleFactory = (platform) => ({
  name: 'dashboard',
  tables: [],
  operations: dashboardOperations(platform),
})

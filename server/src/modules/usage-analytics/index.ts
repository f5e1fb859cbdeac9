import type { ModuleFactory } from '../../platform/module.ts'
import { usageAnalyticsOperations } from './routes.ts'

/** Figures of the one meter, for people. */
export const usageAnalyticsModule: ModuleFactory = (platform) => ({
  name: 'usage-analytics',
  tables: [],
  operations: usageAnalyticsOperations(platform),
})

import { eachOrganization } from '../../platform/each-organization.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { findProfile, listInUse } from '../organizations/index.ts'
import { analyticsOperations } from './routes.ts'
import { recordStates } from './state-store.ts'

export { findStretches } from './find-stretches.ts'
export { assertSplit, readMetrics } from './read-metrics.ts'
export { wordsIn } from './words/metric-words.ts'

const recordEveryMs = 60 * 60_000

const recordAllStates = (platform: Platform): Promise<void> =>
  eachOrganization(
    platform,
    listInUse,
    (orgId) =>
      platform.db.withOrg(orgId, async (tx) => recordStates(tx, (await findProfile(tx, orgId))?.timeZone ?? 'UTC', platform.clock.now())),
    'the states of an organization could not be recorded',
  )

export const analyticsModule: ModuleFactory = (platform) => ({
  name: 'analytics',
  tables: ['metric_days'],
  ticks: [{ name: 'record-metric-states', everyMs: recordEveryMs, run: () => recordAllStates(platform) }],
  operations: analyticsOperations(platform),
})

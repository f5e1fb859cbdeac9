import { usageEvents } from '@imperium/contract/events/usage.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { usageAnalyticsOperations } from './routes.ts'
import { pruneUsage, tellAlerts } from './tell-alerts.ts'

export { memberNames, sumPart, sumUsage } from './store.ts'

const minuteMs = 60_000

/** Figures of the one meter, for people. */
export const usageAnalyticsModule: ModuleFactory = (platform) => ({
  name: 'usage-analytics',
  tables: ['usage_alerts'],
  acts: { sentences: { 'usage-analytics.setAlert': describedAct('settings', '{actor} changed the alert of model cost') } },
  emits: Object.values(usageEvents),
  ticks: [
    { name: 'tell-usage-alerts', everyMs: 5 * minuteMs, run: () => tellAlerts(platform) },
    { name: 'prune-usage-slots', everyMs: 60 * minuteMs, run: async () => void (await pruneUsage(platform)) },
  ],
  operations: usageAnalyticsOperations(platform),
})

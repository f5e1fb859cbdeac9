import { alertTold, analyticsEvents } from '@imperium/contract/events/analytics.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import { eachOrganization } from '../../platform/each-organization.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { findProfile, listInUse } from '../organizations/index.ts'
import { checkAlerts } from './alerts/check-alerts.ts'
import { exportAlerts } from './alerts/alert-store.ts'
import { exportGoals } from './goals/goal-store.ts'
import { exportViews } from './views/view-store.ts'
import {
  analyticsOperations,
  askOperations,
  attributionOperations,
  funnelOperations,
  goalOperations,
  metricAlertOperations,
  viewOperations,
} from './routes.ts'
import { recordStates } from './state-store.ts'

export { findStretches } from './find-stretches.ts'
export { assertSplit, readMetrics } from './read-metrics.ts'
export { wordsIn } from './words/metric-words.ts'
export { localeOf, readableValue, writeValue } from './words/write-value.ts'
export type { Valued } from './words/write-value.ts'

const recordEveryMs = 60 * 60_000
const checkEveryMs = 60_000

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
  tables: ['metric_days', 'metric_alerts', 'metric_alert_recipients', 'metric_views', 'metric_pins', 'metric_goals'],
  acts: {
    sentences: {
      'metric-alerts.create': describedAct('change', '{actor} created the alert {target}'),
      'metric-alerts.update': describedAct('change', '{actor} changed the alert {target}'),
      'metric-alerts.remove': describedAct('change', '{actor} deleted the alert {target}'),
      'metric-views.create': describedAct('change', '{actor} saved the view {target}'),
      'metric-views.remove': describedAct('change', '{actor} deleted the view {target}'),
      'metric-views.pin': describedAct('change', '{actor} arranged their dashboard'),
      'metric-goals.create': describedAct('change', '{actor} set a goal of {target}'),
      'metric-goals.remove': describedAct('change', '{actor} deleted the goal of {target}'),
    },
  },
  emits: [...Object.values(analyticsEvents), alertTold],
  ticks: [
    { name: 'record-metric-states', everyMs: recordEveryMs, run: () => recordAllStates(platform) },
    { name: 'check-metric-alerts', everyMs: checkEveryMs, run: () => checkAlerts(platform) },
  ],
  operations: [
    ...analyticsOperations(platform),
    ...metricAlertOperations(platform),
    ...viewOperations(),
    ...goalOperations(platform),
    ...askOperations(),
    ...attributionOperations(platform),
    ...funnelOperations(platform),
  ],
  exportPerson: async ({ userId, orgIds }) => ({
    metricAlerts: await collectInEach(platform.db, orgIds, (tx) => exportAlerts(tx, userId)),
    metricViews: await collectInEach(platform.db, orgIds, (tx) => exportViews(tx, userId)),
    metricGoals: await collectInEach(platform.db, orgIds, (tx) => exportGoals(tx, userId)),
  }),
})

import { dashboard } from '@imperium/contract/dashboard.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { listRecent } from '../activity/index.ts'
import { readCharts } from './read-charts.ts'
import { readHeldWork } from './read-held-work.ts'
import { readStats } from './read-stats.ts'
import { readUsage } from './read-usage.ts'
import { readWork } from './read-work.ts'
import { findPeriod } from './store.ts'

export const dashboardOperations = ({ acts, clock, db, hold, listHeldWork }: Platform) =>
  bindOperations(dashboard, {
    stats: async ({ query }, { tx, org }) => readStats(tx, findPeriod({ timeZone: org.timeZone, now: clock.now(), days: query.days })),
    charts: async ({ query }, { tx, org }) => readCharts(tx, findPeriod({ timeZone: org.timeZone, now: clock.now(), days: query.days })),
    analytics: async ({ query: { days, limit, offset } }, { tx, org }) => {
      const period = findPeriod({ timeZone: org.timeZone, now: clock.now(), days })
      const stats = await readStats(tx, period)
      const { agentExecutionsTrend: trend, agentPerformance, modelUsage: models } = await readCharts(tx, period)
      return { days, ...stats, trend, agents: agentPerformance.slice(offset, offset + limit), models }
    },
    work: async ({ query }, { tx, org, caller, key }) =>
      readWork(tx, findPeriod({ timeZone: org.timeZone, now: clock.now(), days: query.days }), {
        userId: caller.userId,
        contactsOnly: key !== null,
        keyId: key?.id ?? null,
      }),
    heldWork: (_input, { org }) => readHeldWork({ db, hold, listHeldWork }, org.id),
    activity: ({ query }, { tx, org }) => listRecent(acts, tx, { rights: org, now: clock.now() }, query.limit),
    usage: (_input, { tx, org }) => readUsage(tx, org),
  })

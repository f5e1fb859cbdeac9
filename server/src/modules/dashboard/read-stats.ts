import type { Data } from '@imperium/contract/kit/endpoint.ts'
import type { dashboard } from '@imperium/contract/dashboard.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { p95LatencyMs } from '../../platform/metering/metering.ts'
import { agentCounts } from '../agents/index.ts'
import { countMembers } from '../organizations/index.ts'
import { averageOf, growthOf, percentOf } from './ratios.ts'
import { sumPeriod } from './store.ts'
import type { Period } from './store.ts'

/** The figures of the stat strip, each of the organization's own calendar. */
export async function readStats(tx: OrgTx, period: Period): Promise<Data<typeof dashboard.stats>> {
  const { from, to } = period
  const agents = await agentCounts(tx, { since: from, before: to })
  const members = await countMembers(tx, from)
  const { current, previous, ...sums } = await sumPeriod(tx, period)
  return {
    overview: { totalAgents: agents.total, activeAgents: agents.active, totalUsers: members.total },
    growth: {
      agentsGrowth: growthOf(agents.total, agents.existedBefore),
      executionsGrowth: growthOf(current.runs, previous.runs),
      usersGrowth: growthOf(members.total, members.existedBefore),
      successRateGrowth: growthOf(percentOf(current.completed, current.finished), percentOf(previous.completed, previous.finished)),
      responseTimeGrowth: growthOf(averageOf(current.latencyMs, current.finished), averageOf(previous.latencyMs, previous.finished)),
      costGrowth: growthOf(current.costMicros, previous.costMicros),
    },
    usage: {
      agentExecutionsToday: sums.runsToday,
      agentExecutionsThisMonth: sums.runsThisMonth,
      agentExecutionsInPeriod: current.runs,
    },
    performance: {
      totalCostThisMonth: sums.costThisMonthMicros / 1_000_000,
      totalCostThisMonthMicros: sums.costThisMonthMicros,
      costInPeriodMicros: current.costMicros,
      avgAgentResponseTime: averageOf(current.latencyMs, current.finished),
      p95AgentResponseTime: await p95LatencyMs(tx, { from, to }),
      avgSuccessRate: percentOf(current.completed, current.finished),
    },
    timeZone: period.timeZone,
  }
}

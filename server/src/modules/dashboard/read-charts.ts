import type { Data } from '@imperium/contract/kit/endpoint.ts'
import type { dashboard } from '@imperium/contract/dashboard.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { agentNames } from '../agents/index.ts'
import { averageOf, percentOf } from './ratios.ts'
import { sumBusiestAgents, sumDays, sumModels } from './store.ts'
import type { Period } from './store.ts'

const busiest = 10
const mostModels = 50

export async function readCharts(tx: OrgTx, period: Period): Promise<Data<typeof dashboard.charts>> {
  const days = await sumDays(tx, period)
  const agents = await sumBusiestAgents(tx, period, busiest)
  const names = await agentNames(
    tx,
    agents.map((agent) => agent.agentId),
  )
  const models = await sumModels(tx, period)
  const runsOfAllModels = models.reduce((sum, each) => sum + each.runs, 0)
  return {
    agentExecutionsTrend: days.map((day) => ({
      date: day.date,
      count: day.runs,
      successRate: percentOf(day.completed, day.finished),
      avgLatencyMs: averageOf(day.latencyMs, day.finished),
    })),
    agentPerformance: agents.map((agent) => ({
      agentId: agent.agentId,
      name: names.get(agent.agentId) ?? 'Deleted agent',
      successRate: percentOf(agent.completed, agent.finished) ?? 0,
      runs: agent.runs,
    })),
    modelUsage: models
      .slice(0, mostModels)
      .map(({ model, runs }) => ({ model, count: runs, percentage: percentOf(runs, runsOfAllModels) ?? 0 })),
  }
}

import type { ModelUsage, UsageDashboard } from '@imperium/contract/usage-analytics.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { readCredits } from '../billing/index.ts'
import { countGenerated } from '../diet-plans/index.ts'
import type { Period } from '../dashboard/index.ts'
import { totalsOf } from './read-breakdown.ts'
import { readModels } from './read-models.ts'
import { sumModelCallsByDay, sumPart } from './store.ts'
import type { SubjectSums } from './store.ts'

const mostModels = 500
/** The colour of a provider without one of its own. */
const usualColor = '#6366f1'

export async function readDashboard(platform: Platform, tx: OrgTx, period: Period): Promise<UsageDashboard> {
  const { active, total, find } = await readModels(tx)
  const totals = totalsOf(await sumPart(tx, 'all', period))
  const models = (await sumPart(tx, 'model', period)).filter(({ modelCalls, costMicros }) => modelCalls !== 0 || costMicros !== 0)
  const plans = await countGenerated(tx, period)
  const { isOffered, balance, spentThisMonth, currency } = await readCredits(platform, tx)
  return {
    overview: { totalApiCalls: totals.modelCalls, activeModels: active, totalModels: total },
    chartData: await sumModelCallsByDay(tx, period),
    usageByModel: models.slice(0, mostModels).map((sums) => modelUsage(sums, find(sums), plans.get(sums.subjectId) ?? 0)),
    totals,
    timeZone: period.timeZone,
    credits: isOffered || balance > 0 ? { balance, spentThisMonth, currency } : null,
  }
}

const modelUsage = (
  sums: SubjectSums,
  config: ReturnType<Awaited<ReturnType<typeof readModels>>['find']>,
  dietPlansGenerated: number,
): ModelUsage => ({
  configId: sums.subjectId,
  modelId: sums.model,
  modelName: config?.displayName ?? sums.model,
  provider: config?.provider.displayName ?? '',
  providerColor: config?.provider.color ?? usualColor,
  apiCalls: sums.modelCalls,
  dietPlansGenerated,
  inputTokens: sums.inputTokens,
  outputTokens: sums.outputTokens,
  costMicros: sums.costMicros,
  lastUsedAt: sums.lastAt.toISOString(),
})

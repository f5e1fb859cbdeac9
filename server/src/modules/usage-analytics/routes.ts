import { usageAnalytics } from '@imperium/contract/usage-analytics.ts'
import type { UsagePart, UsagePeriod, UsageRow } from '@imperium/contract/usage-analytics.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { csvExport } from '../../platform/resources/csv-export.ts'
import { findPeriod } from '../dashboard/index.ts'
import { readBreakdown } from './read-breakdown.ts'
import { readDashboard } from './read-dashboard.ts'

const head = 'Id,Name,Model calls,API calls,Runs,Failed runs,Input tokens,Output tokens,Cost in millionths of USD,Messages,Last used'.split(
  ',',
)

const cells = (row: UsageRow) => [
  row.subjectId,
  row.subjectId === null ? 'Other' : row.name,
  row.modelCalls,
  row.apiCalls,
  row.runs,
  row.failedRuns,
  row.inputTokens,
  row.outputTokens,
  row.costMicros,
  row.messages,
  row.lastUsedAt,
]

export const usageAnalyticsOperations = ({ clock }: Platform) => {
  const periodOf = ({ tx, org }: OrgContext, period: UsagePeriod) =>
    findPeriod(tx, { timeZone: org.timeZone, now: clock.now(), days: Number.parseInt(period, 10) })
  const dashboard = async ({ query }: { query: { period: UsagePeriod } }, context: OrgContext) =>
    readDashboard(context.tx, await periodOf(context, query.period))
  const breakdown = async ({ query: { by, period } }: { query: { by: UsagePart; period: UsagePeriod } }, context: OrgContext) =>
    readBreakdown(context, by, await periodOf(context, period))
  return bindOperations(usageAnalytics, {
    dashboard,
    dashboardAlias: dashboard,
    breakdown,
    export: async (input, context) => {
      const { rows } = await breakdown(input, context)
      const { by, period } = input.query
      context.audit({ after: { by, period } })
      return csvExport<UsageRow, never>({
        name: `usage-by-${by}`,
        now: clock.now(),
        head,
        cells,
        read: () => Promise.resolve({ rows, next: null }),
      })
    },
  })
}

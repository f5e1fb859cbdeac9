import { usageAnalytics } from '@imperium/contract/usage-analytics.ts'
import type { UsagePart, UsagePeriod, UsageRow } from '@imperium/contract/usage-analytics.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { csvExport } from '../../platform/resources/csv-export.ts'
import { findPeriod } from '../dashboard/index.ts'
import { findAlert, saveAlert } from './alert-store.ts'
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

export const usageAnalyticsOperations = (platform: Platform) => {
  const { clock } = platform
  const periodOf = ({ org }: OrgContext, period: UsagePeriod) =>
    findPeriod({ timeZone: org.timeZone, now: clock.now(), days: Number.parseInt(period, 10) })
  const dashboard = async ({ query }: { query: { period: UsagePeriod } }, context: OrgContext) =>
    readDashboard(platform, context.tx, periodOf(context, query.period))
  const breakdown = async ({ query: { by, period } }: { query: { by: UsagePart; period: UsagePeriod } }, context: OrgContext) =>
    readBreakdown(context, by, periodOf(context, period))
  return bindOperations(usageAnalytics, {
    dashboard,
    dashboardAlias: dashboard,
    breakdown,
    alert: async (_, { tx }) => ({ amountMicros: (await findAlert(tx))?.amountMicros ?? null }),
    setAlert: async ({ body }, { tx, audit }) => {
      const before = (await findAlert(tx))?.amountMicros ?? null
      await saveAlert(tx, body.amountMicros)
      audit({ before: { amountMicros: before }, after: body })
      return body
    },
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

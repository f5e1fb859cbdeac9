import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { MetricAnswer, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { Report, ReportFormat, ReportType } from '@imperium/contract/reports/reports.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findStretches, readMetrics } from '../../analytics/index.ts'
import { presentReports } from '../present-report.ts'
import { listReports } from '../store.ts'
import { reportTexts } from '../texts/report-texts.ts'
import { writeFileOf } from './write-file.ts'

/** The totals of every listed report over one period, each row headed by its report. */
export async function writeAllReports(
  { clock }: Platform,
  context: OrgContext,
  { format, period, type }: { format: ReportFormat; period: PeriodName; type?: ReportType | undefined },
): Promise<FileResponse> {
  const { language } = context.caller.preferences
  const answer = await context.inOrg(async (tx) => {
    const listed = (await presentReports(tx, context, await listReports(tx, undefined, 200))).filter((each) => !type || each.type === type)
    const metrics = [...new Set(listed.flatMap((report) => report.metrics))]
    const { org, may } = context
    const now = clock.now()
    const stretches = findStretches({ timeZone: org.timeZone, now, period, compare: 'previous' })
    const found = await readMetrics(tx, { metrics, by: 'none', stretches, language, organization: org.name, now, may })
    return headedByReport(found, listed)
  })
  const name = reportTexts[language].allReports
  return writeFileOf({ orgId: context.org.id, format, language, name, chartType: 'table', answer, organization: context.org.name })
}

const headedByReport = (answer: MetricAnswer, reports: readonly Report[]): MetricAnswer => ({
  ...answer,
  results: reports.flatMap((report) =>
    answer.results
      .filter(({ metric }) => report.metrics.includes(metric))
      .map((result) => ({ ...result, label: `${report.name}: ${result.label}` })),
  ),
})

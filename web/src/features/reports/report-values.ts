import type { CreateReportBody } from '@imperium/contract/reports/reports.ts'

/** What the form of a report holds. */
export type ReportValues = CreateReportBody & Record<string, unknown>

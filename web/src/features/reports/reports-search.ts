import { periods } from '@imperium/contract/analytics/analytics.ts'
import type { PeriodName } from '@imperium/contract/analytics/analytics.ts'
import { reportTypes } from '@imperium/contract/reports/reports.ts'
import type { ReportType } from '@imperium/contract/reports/reports.ts'
import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface ReportsSearch {
  q?: string
  type?: ReportType
  /** 30 days unless given. */
  period?: PeriodName
  /** The open report, and one of its runs. */
  report?: string
  run?: string
  /** The form of a new one is open; from this template. */
  create?: true
  from?: string
  /** The form of the one with this id is open. */
  edit?: string
  /** The links of the open report are shown. */
  share?: true
  /** The secret part of a link for members. */
  link?: string
}

export const parseReportsSearch = (search: Record<string, unknown>): ReportsSearch =>
  withoutBlanks<ReportsSearch>({
    q: textOf(search['q']),
    type: oneOf(reportTypes, search['type']),
    period: oneOf(periods, search['period']),
    report: textOf(search['report'], 40),
    run: textOf(search['run'], 40),
    create: flagOf(search['create']),
    from: textOf(search['from'], 40),
    edit: textOf(search['edit'], 40),
    share: flagOf(search['share']),
    link: textOf(search['link'], 60),
  })

import type { Language } from '@imperium/contract/languages.ts'
import { factsOf } from '@imperium/contract/analytics/metrics.ts'
import type { Grouping, MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { ChartType, Report, ReportRun } from '@imperium/contract/reports/reports.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { scheduleOf } from './store.ts'
import type { ReportRow } from './store.ts'
import { findReport, recipientsOf } from './store.ts'
import { lastRuns, newestRuns, toRun } from './run-store.ts'
import { findTemplate, templates } from './templates.ts'
import type { ReportTemplate } from './templates.ts'
import { reportTexts } from './texts/report-texts.ts'

/** What a run computes, of a report and of a template alike. */
export interface ReportDefinition {
  id: string
  name: string
  chartType: ChartType
  metrics: readonly MetricId[]
  groupBy: Grouping
  /** Null: the period that the reader chose. */
  period: PeriodName | null
}

type Viewer = Pick<OrgContext, 'may' | 'caller'>

/** A report may be changed by its creator and by managers; what anyone sees by a link, by managers alone. */
export const mayEdit = ({ may, caller }: Viewer, row: Pick<ReportRow, 'created_by_user'>): boolean =>
  may('reports:manage') || (may('reports:write') && row.created_by_user === caller.userId)

const typeOf = (metrics: readonly MetricId[]): Report['type'] => factsOf(metrics[0] ?? 'agent_runs').area

/** Words of the product in the reader's language. Its dates are those of the release, which no one reads. */
const presentTemplate = ({ key, metrics, ...template }: ReportTemplate, language: Language, lastRun: ReportRun | null): Report => ({
  ...template,
  ...reportTexts[language].templates[key],
  metrics: [...metrics],
  period: null,
  schedule: null,
  nextAt: null,
  recipients: [],
  lastRun,
  createdBy: 'Imperium',
  isTemplate: true,
  isEditable: false,
  createdAt: new Date(0).toISOString(),
  updatedAt: new Date(0).toISOString(),
})

/** As the contract parsed it before it was written. */
const definitionOfRow = (row: ReportRow): ReportDefinition => ({
  id: row.id,
  name: row.name,
  chartType: row.chart_type as ChartType,
  metrics: row.metrics as MetricId[],
  groupBy: row.group_by as Grouping,
  period: row.period as PeriodName,
})

const presentRow = (
  row: ReportRow,
  viewer: Viewer,
  { recipients, lastRun }: { recipients: string[]; lastRun: ReportRun | null },
): Report => ({
  ...definitionOfRow(row),
  metrics: row.metrics as MetricId[],
  description: row.description,
  type: typeOf(row.metrics as MetricId[]),
  schedule: scheduleOf(row),
  nextAt: row.next_at?.toISOString() ?? null,
  recipients,
  lastRun,
  createdBy: row.created_by,
  isTemplate: false,
  isEditable: mayEdit(viewer, row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Templates whose metrics the caller may see at all, and reports. */
export async function presentReports(tx: OrgTx, viewer: Viewer, rows: readonly ReportRow[]): Promise<Report[]> {
  const runs = await lastRuns(tx)
  const recipients = await recipientsOf(
    tx,
    rows.map(({ id }) => id),
  )
  const { language } = viewer.caller.preferences
  const seen = templates.filter(({ metrics }) => metrics.some((metric) => viewer.may(factsOf(metric).permission)))
  return [
    ...seen.map((template) => presentTemplate(template, language, runs.get(template.id) ?? null)),
    ...rows.map((row) => presentRow(row, viewer, { recipients: recipients.get(row.id) ?? [], lastRun: runs.get(row.id) ?? null })),
  ]
}

/** @throws 404 */
export async function readReport(tx: OrgTx, viewer: Viewer, id: string): Promise<Report> {
  const [last] = await newestRuns(tx, id, 1)
  const lastRun = last ? toRun(last) : null
  const template = findTemplate(id)
  if (template) return presentTemplate(template, viewer.caller.preferences.language, lastRun)
  const row = await findReport(tx, id)
  if (!row) throw notFound()
  return presentRow(row, viewer, { recipients: (await recipientsOf(tx, [id])).get(id) ?? [], lastRun })
}

/** What to compute; undefined for a report that is gone. */
export async function findDefinition(tx: OrgTx, id: string, language: Language): Promise<ReportDefinition | undefined> {
  const template = findTemplate(id)
  if (template) return { ...template, name: reportTexts[language].templates[template.key].name, period: null }
  const row = await findReport(tx, id)
  return row && definitionOfRow(row)
}

import type { CreateReportBody, Report, ReportSchedule, UpdateReportBody } from '@imperium/contract/reports/reports.ts'
import { reportLimits } from '@imperium/contract/reports/reports.ts'
import { factsOf } from '@imperium/contract/analytics/metrics.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, forbidden, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { assertSplit } from '../analytics/index.ts'
import { isActiveMember } from '../organizations/index.ts'
import { mayEdit, readReport } from './present-report.ts'
import { nextSlot } from './schedule/find-slot.ts'
import { isPublic } from './shares/share-store.ts'
import {
  countReports,
  deleteReport,
  insertReport,
  isReportNamed,
  lockReport,
  recipientsOf,
  scheduleOf,
  setRecipients,
  writeReport,
} from './store.ts'
import type { ReportRow } from './store.ts'
import { findTemplate } from './templates.ts'

/** @throws 403 for a metric that the caller may not see; 422 for a grouping that it does not allow; 409 for a taken name and past the limit. */
export async function createReport({ clock }: Platform, context: OrgContext, body: CreateReportBody): Promise<Report> {
  const { tx, actor, caller, audit } = context
  const { recipients, schedule, ...fields } = body
  const id = newId()
  await assertNameFree(tx, fields.name, id)
  if ((await countReports(tx)) >= reportLimits.reports)
    throw conflict(message('An organization has at most {max} reports.', { max: reportLimits.reports }))
  checkMetrics(context, body)
  await checkRecipients(tx, recipients)
  await insertReport(tx, {
    id,
    ...columnsOf(fields),
    ...scheduleColumns(schedule, clock.now()),
    created_by: actor.name,
    created_by_user: caller.userId,
  })
  await setRecipients(tx, id, recipients)
  audit({ targetId: id, targetName: fields.name, after: body })
  return readReport(tx, context, id)
}

/** @throws 404; 403 for what anyone sees by a link, without the right to make such a link; and as `createReport`. */
export async function updateReport(
  { clock }: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, ...change }: UpdateReportBody,
): Promise<Report> {
  const { tx, audit } = context
  refuseTemplate(id)
  if (change.name !== undefined) await assertNameFree(tx, change.name, id)
  const row = found(await lockReport(tx, id))
  if (!mayEdit(context, row)) throw forbidden(notYours)
  assertFresh(row, updatedAt)
  const before = await bodyOfRow(tx, row)
  const after = { ...before, ...withoutUndefined(change) }
  checkMetrics(context, after)
  if (after.groupBy !== before.groupBy || after.metrics.join() !== before.metrics.join()) await assertNotPublic(context, id, clock.now())
  if (change.recipients) await checkRecipients(tx, change.recipients)
  const { recipients, schedule, ...fields } = after
  await writeReport(tx, id, {
    ...columnsOf(fields),
    ...(change.schedule === undefined ? {} : scheduleColumns(schedule, clock.now())),
    updated_at: nextStamp(row, clock.now()),
  })
  if (change.recipients) await setRecipients(tx, id, recipients)
  audit({ targetName: fields.name, before, after })
  return readReport(tx, context, id)
}

/** @throws 404 */
export async function removeReport(context: OrgContext, id: string): Promise<null> {
  const { tx, audit } = context
  refuseTemplate(id)
  const row = found(await lockReport(tx, id))
  if (!mayEdit(context, row)) throw forbidden(notYours)
  const before = await bodyOfRow(tx, row)
  await deleteReport(tx, id)
  audit({ targetName: row.name, before })
  return null
}

const notYours = 'Only its creator, an owner or an admin can change this report.'
async function assertNotPublic({ tx, may }: OrgContext, id: string, now: Date): Promise<void> {
  if (!may('reports:manage') && (await isPublic(tx, id, now)))
    throw forbidden('Anyone with its link sees this report. Only an owner or an admin can change what it shows.')
}

function refuseTemplate(id: string): void {
  if (findTemplate(id)) throw conflict('Templates cannot be changed. Create a report of your own from it.')
}

async function bodyOfRow(tx: OrgTx, row: ReportRow): Promise<CreateReportBody> {
  const recipients = (await recipientsOf(tx, [row.id])).get(row.id) ?? []
  return {
    name: row.name,
    description: row.description,
    chartType: row.chart_type as CreateReportBody['chartType'],
    metrics: row.metrics as CreateReportBody['metrics'],
    groupBy: row.group_by as CreateReportBody['groupBy'],
    period: row.period as CreateReportBody['period'],
    schedule: scheduleOf(row),
    recipients,
  }
}

const columnsOf = ({ name, description, chartType, metrics, groupBy, period }: Omit<CreateReportBody, 'schedule' | 'recipients'>) => ({
  name,
  description,
  chart_type: chartType,
  metrics: [...new Set(metrics)],
  group_by: groupBy,
  period,
})

const scheduleColumns = (schedule: ReportSchedule | null, now: Date) =>
  schedule === null ? { schedule: null, next_at: null } : { schedule: JSON.stringify(schedule), next_at: nextSlot(schedule, now) }

function checkMetrics({ may }: OrgContext, { metrics, groupBy }: Pick<CreateReportBody, 'metrics' | 'groupBy'>): void {
  for (const [at, metric] of metrics.entries()) {
    if (!may(factsOf(metric).permission)) throw forbidden()
    assertSplit(metric, groupBy, `metrics.${at}`)
  }
}

async function checkRecipients(tx: OrgTx, userIds: readonly string[]): Promise<void> {
  for (const [at, userId] of userIds.entries())
    if (!(await isActiveMember(tx, userId)))
      throw invalid([{ path: `recipients.${at}`, message: 'This is not a member of the organization' }])
}

async function assertNameFree(tx: OrgTx, name: string, exceptId: string): Promise<void> {
  await lockNoun(tx, 'reports')
  if (await isReportNamed(tx, name, exceptId)) throw fieldConflict('name', 'This name is already used')
}

import type { CreateMetricAlertBody, MetricAlert, UpdateMetricAlertBody } from '@imperium/contract/analytics/metric-alerts.ts'
import { alertLimits } from '@imperium/contract/analytics/metric-alerts.ts'
import { factsOf, isMetric } from '@imperium/contract/analytics/metrics.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, forbidden, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../../platform/resources/checks.ts'
import { lockNoun } from '../../../platform/resources/lock-noun.ts'
import { withoutUndefined } from '../../../platform/resources/without-undefined.ts'
import { isActiveMember } from '../../organizations/index.ts'
import { workflowNames } from '../../workflows/index.ts'
import {
  deleteAlert,
  findAlertRow,
  insertAlert,
  isAlertNamed,
  listAlerts,
  lockAlert,
  recipientsOfAlert,
  recipientsOfAlerts,
  setAlertRecipients,
  toAlert,
  writeAlert,
} from './alert-store.ts'
import type { AlertRow } from './alert-store.ts'

const mayEdit = ({ may, caller }: OrgContext, row: Pick<AlertRow, 'created_by_user'>): boolean =>
  may('analytics:manage') || (may('analytics:write') && row.created_by_user === caller.userId)

const notYours = 'Only its creator, an owner or an admin can change this alert.'

const maySee = ({ may }: OrgContext, metric: string): boolean => isMetric(metric) && may(factsOf(metric).permission)

/** Those on metrics that the caller may see. */
export async function readAlerts(context: OrgContext): Promise<MetricAlert[]> {
  const recipients = await recipientsOfAlerts(context.tx)
  return (await listAlerts(context.tx))
    .filter(({ metric }) => maySee(context, metric))
    .map((row) => toAlert(row, { recipients: recipients.get(row.id) ?? [], isEditable: mayEdit(context, row) }))
}

async function readAlert(context: OrgContext, id: string): Promise<MetricAlert> {
  const row = found(await findAlertRow(context.tx, id))
  return toAlert(row, { recipients: await recipientsOfAlert(context.tx, id), isEditable: mayEdit(context, row) })
}

/** @throws 403 for a metric that the caller may not see; 409 for a taken name and past the limit; 422. */
export async function createAlert(context: OrgContext, body: CreateMetricAlertBody): Promise<MetricAlert> {
  const { tx, actor, caller, audit } = context
  const id = newId()
  await assertNameFree(tx, body.name, id)
  if ((await listAlerts(tx)).length >= alertLimits.alerts)
    throw conflict(message('An organization has at most {max} alerts.', { max: alertLimits.alerts }))
  await check(context, body)
  await insertAlert(tx, { id, ...columnsOf(body), created_by: actor.name, created_by_user: caller.userId })
  await setAlertRecipients(tx, id, body.recipients)
  audit({ targetId: id, targetName: body.name, after: body })
  return readAlert(context, id)
}

/** @throws 404; 403 for an alert of another member; and as `createAlert`. */
export async function updateAlert({ clock }: Platform, context: OrgContext, id: string, { updatedAt, ...change }: UpdateMetricAlertBody) {
  const { tx, audit } = context
  if (change.name !== undefined) await assertNameFree(tx, change.name, id)
  const row = found(await lockAlert(tx, id))
  if (!maySee(context, row.metric) || !mayEdit(context, row)) throw forbidden(notYours)
  assertFresh(row, updatedAt)
  const before = await bodyOfRow(tx, row)
  const after: CreateMetricAlertBody = { ...before, ...withoutUndefined(change) }
  await check(context, after, before)
  // Another rule: what was checked by the old one says nothing.
  const anew = { state: 'new', is_firing: false, checks: [], is_told: false, last_value: null, checked_at: null, changed_at: null }
  await writeAlert(tx, id, { ...columnsOf(after), ...anew, updated_at: nextStamp(row, clock.now()) })
  await setAlertRecipients(tx, id, after.recipients)
  audit({ targetName: after.name, before, after })
  return readAlert(context, id)
}

/** @throws 404; 403 for an alert of another member. */
export async function removeAlert(context: OrgContext, id: string): Promise<null> {
  const row = found(await lockAlert(context.tx, id))
  if (!mayEdit(context, row)) throw forbidden(notYours)
  context.audit({ targetName: row.name, before: await bodyOfRow(context.tx, row) })
  await deleteAlert(context.tx, id)
  return null
}

async function bodyOfRow(tx: OrgTx, row: AlertRow): Promise<CreateMetricAlertBody> {
  return {
    name: row.name,
    metric: row.metric as CreateMetricAlertBody['metric'],
    currency: row.currency,
    period: row.period as CreateMetricAlertBody['period'],
    condition: row.condition as CreateMetricAlertBody['condition'],
    threshold: row.threshold,
    recovery: row.recovery,
    needed: row.needed,
    of: row.of,
    quietFrom: row.quiet_from,
    quietTo: row.quiet_to,
    recipients: await recipientsOfAlert(tx, row.id),
    workflowId: row.workflow_id,
    isEnabled: row.is_enabled,
  }
}

const columnsOf = (body: CreateMetricAlertBody) => ({
  name: body.name,
  metric: body.metric,
  currency: body.currency,
  period: body.period,
  condition: body.condition,
  threshold: body.condition === 'missing' ? null : body.threshold,
  recovery: body.condition === 'missing' ? null : body.recovery,
  needed: body.needed,
  of: body.of,
  quiet_from: body.quietFrom,
  quiet_to: body.quietTo,
  workflow_id: body.workflowId,
  is_enabled: body.isEnabled,
})

async function check(context: OrgContext, body: CreateMetricAlertBody, before?: CreateMetricAlertBody): Promise<void> {
  const { tx, may } = context
  const { metric, currency, condition, threshold, needed, of, recipients, workflowId } = body
  if (!maySee(context, metric)) throw forbidden()
  if ((factsOf(metric).unit === 'money') !== (currency !== null))
    throw invalid([{ path: 'currency', message: currency === null ? 'Choose the currency' : 'This metric is no amount' }])
  if (condition !== 'missing' && threshold === null) throw invalid([{ path: 'threshold', message: 'Give a limit' }])
  if (needed > of) throw invalid([{ path: 'needed', message: 'Not more than the checks that are looked at' }])
  for (const [at, userId] of recipients.entries())
    if (!(await isActiveMember(tx, userId)))
      throw invalid([{ path: `recipients.${at}`, message: 'This is not a member of the organization' }])
  if (workflowId === null || workflowId === before?.workflowId) return
  if (!may('workflows:run')) throw forbidden()
  if (!(await workflowNames(tx, [workflowId])).has(workflowId))
    throw invalid([{ path: 'workflowId', message: 'This workflow does not exist' }])
}

async function assertNameFree(tx: OrgTx, name: string, exceptId: string): Promise<void> {
  await lockNoun(tx, 'metric-alerts')
  if (await isAlertNamed(tx, name, exceptId)) throw fieldConflict('name', 'This name is already used')
}

import { sql } from 'kysely'
import type { Insertable, SqlBool, Updateable } from 'kysely'
import { MetricAlert } from '@imperium/contract/analytics/metric-alerts.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

const columns = [
  ...([
    'id',
    'name',
    'metric',
    'currency',
    'period',
    'condition',
    'threshold',
    'recovery',
    'needed',
    'of',
    'quiet_from',
    'quiet_to',
  ] as const),
  ...(['workflow_id', 'is_enabled', 'state', 'is_firing', 'checks', 'is_told', 'last_value', 'checked_at', 'changed_at'] as const),
  ...(['created_by', 'created_by_user', 'created_at', 'updated_at'] as const),
] as const

const selectAlerts = (tx: OrgTx) => tx.selectFrom('metric_alerts').select(columns)

export type AlertRow = Awaited<ReturnType<ReturnType<typeof selectAlerts>['executeTakeFirstOrThrow']>>

export const toAlert = replyOf(MetricAlert, (row: AlertRow, { recipients, isEditable }: { recipients: string[]; isEditable: boolean }) => ({
  // As the contract parsed it before it was written.
  metric: row.metric as MetricId,
  recipients,
  isEditable,
}))

export const listAlerts = (tx: OrgTx): Promise<AlertRow[]> => selectAlerts(tx).orderBy('id', 'desc').execute()

export const findAlertRow = (tx: OrgTx, id: string): Promise<AlertRow | undefined> =>
  selectAlerts(tx).where('id', '=', id).executeTakeFirst()

export const lockAlert = (tx: OrgTx, id: string): Promise<AlertRow | undefined> =>
  selectAlerts(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** One that was last checked before a moment, for this transaction alone. */
export const claimDueAlert = (tx: OrgTx, before: Date): Promise<AlertRow | undefined> =>
  selectAlerts(tx)
    .where('is_enabled', '=', true)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export async function insertAlert(tx: OrgTx, row: Omit<Insertable<DB['metric_alerts']>, 'org_id'>): Promise<void> {
  await tx
    .insertInto('metric_alerts')
    .values({ org_id: tx.orgId, ...row })
    .execute()
}

export async function writeAlert(tx: OrgTx, id: string, changes: Updateable<DB['metric_alerts']>): Promise<void> {
  await tx.updateTable('metric_alerts').set(changes).where('id', '=', id).execute()
}

export async function deleteAlert(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('metric_alerts').where('id', '=', id).execute()
}

export async function isAlertNamed(tx: OrgTx, name: string, exceptId: string): Promise<boolean> {
  const same = sql<SqlBool>`lower(name) = lower(${name})`
  return (await tx.selectFrom('metric_alerts').select('id').where(same).where('id', '<>', exceptId).executeTakeFirst()) !== undefined
}

export async function recipientsOfAlerts(tx: OrgTx): Promise<Map<string, string[]>> {
  const rows = await tx.selectFrom('metric_alert_recipients').select(['alert_id', 'user_id']).orderBy('user_id').execute()
  return new Map([...Map.groupBy(rows, (row) => row.alert_id)].map(([id, found]) => [id, found.map((row) => row.user_id)]))
}

export async function recipientsOfAlert(tx: OrgTx, alertId: string): Promise<string[]> {
  const rows = await tx.selectFrom('metric_alert_recipients').select('user_id').where('alert_id', '=', alertId).orderBy('user_id').execute()
  return rows.map((row) => row.user_id)
}

export async function setAlertRecipients(tx: OrgTx, alertId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('metric_alert_recipients').where('alert_id', '=', alertId).execute()
  if (userIds.length > 0)
    await tx
      .insertInto('metric_alert_recipients')
      .values([...new Set(userIds)].map((userId) => ({ org_id: tx.orgId, alert_id: alertId, user_id: userId })))
      .execute()
}

/** What a person made and is told of, for the export of their data. */
export const exportAlerts = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('metric_alerts as a')
    .leftJoin('metric_alert_recipients as r', (join) => join.onRef('r.alert_id', '=', 'a.id').on('r.user_id', '=', userId))
    .select(['a.name', 'a.metric', 'a.created_at as createdAt'])
    .where((eb) => eb.or([eb('a.created_by_user', '=', userId), eb('r.user_id', 'is not', null)]))
    .orderBy('a.id')
    .execute()

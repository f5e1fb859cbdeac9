import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { MetricView } from '@imperium/contract/analytics/metric-views.ts'
import type { CreateMetricViewBody } from '@imperium/contract/analytics/metric-views.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

const columns = ['id', 'name', 'metric', 'period', 'compare', 'by', 'is_table', 'created_by', 'created_by_user', 'created_at'] as const

const selectViews = (tx: OrgTx) => tx.selectFrom('metric_views').select(columns)
export type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['executeTakeFirstOrThrow']>>

export const toView = replyOf(MetricView, (row: ViewRow, { position, isEditable }: { position: number | null; isEditable: boolean }) => ({
  // As the contract parsed it before it was written.
  metric: row.metric as MetricId,
  position,
  isEditable,
}))

export const listViewRows = (tx: OrgTx): Promise<ViewRow[]> =>
  selectViews(tx)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

export const findView = (tx: OrgTx, id: string): Promise<ViewRow | undefined> => selectViews(tx).where('id', '=', id).executeTakeFirst()

interface NewView extends CreateMetricViewBody {
  id: string
  createdBy: string
  createdByUser: string
}

export async function insertView(tx: OrgTx, { id, isTable, createdBy, createdByUser, ...view }: NewView): Promise<void> {
  await tx
    .insertInto('metric_views')
    .values({ org_id: tx.orgId, id, ...view, is_table: isTable, created_by: createdBy, created_by_user: createdByUser })
    .execute()
}

export async function deleteView(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('metric_views').where('id', '=', id).execute()
}

export async function isViewNamed(tx: OrgTx, name: string): Promise<boolean> {
  const same = sql<SqlBool>`lower(name) = lower(${name})`
  return (await tx.selectFrom('metric_views').select('id').where(same).executeTakeFirst()) !== undefined
}

/** The places of a member's pinned views, by view. */
export async function pinsOf(tx: OrgTx, userId: string): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('metric_pins').select(['view_id', 'position']).where('user_id', '=', userId).execute()
  return new Map(rows.map((row) => [row.view_id, row.position]))
}

export async function setPins(tx: OrgTx, userId: string, viewIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('metric_pins').where('user_id', '=', userId).execute()
  if (viewIds.length > 0)
    await tx
      .insertInto('metric_pins')
      .values(viewIds.map((viewId, position) => ({ org_id: tx.orgId, user_id: userId, view_id: viewId, position })))
      .execute()
}

/** What a member saved and pinned, for the export of their data. */
export const exportViews = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('metric_views as v')
    .leftJoin('metric_pins as p', (join) => join.onRef('p.view_id', '=', 'v.id').on('p.user_id', '=', userId))
    .select(['v.name', 'v.metric', 'v.created_at as createdAt', 'p.position'])
    .where((eb) => eb.or([eb('v.created_by_user', '=', userId), eb('p.user_id', 'is not', null)]))
    .orderBy('v.id')
    .execute()

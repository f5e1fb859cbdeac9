import type { CreateMetricViewBody, MetricView } from '@imperium/contract/analytics/metric-views.ts'
import { viewLimits } from '@imperium/contract/analytics/metric-views.ts'
import { factsOf, isMetric } from '@imperium/contract/analytics/metrics.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, forbidden, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { fieldConflict, found } from '../../../platform/resources/checks.ts'
import { lockNoun } from '../../../platform/resources/lock-noun.ts'
import { assertSplit } from '../read-metrics.ts'
import { deleteView, insertView, isViewNamed, listViewRows, findView, pinsOf, setPins, toView } from './view-store.ts'
import type { ViewRow } from './view-store.ts'

const mayEdit = ({ may, caller }: OrgContext, row: Pick<ViewRow, 'created_by_user'>): boolean =>
  may('analytics:manage') || (may('analytics:write') && row.created_by_user === caller.userId)

/** Those on metrics that the caller may see. */
export async function readViews(context: OrgContext): Promise<MetricView[]> {
  const { tx, caller, may } = context
  const pins = await pinsOf(tx, caller.userId)
  return (await listViewRows(tx))
    .filter(({ metric }) => isMetric(metric) && may(factsOf(metric).permission))
    .map((row) => toView(row, { position: pins.get(row.id) ?? null, isEditable: mayEdit(context, row) }))
}

/** @throws 403 for a metric that the caller may not see; 422 for a part that it does not have; 409 for a taken name and past the limit. */
export async function createView(context: OrgContext, body: CreateMetricViewBody): Promise<MetricView> {
  const { tx, may, actor, caller, audit } = context
  if (!may(factsOf(body.metric).permission)) throw forbidden()
  assertSplit(body.metric, body.by)
  await lockNoun(tx, 'metric-views')
  if (await isViewNamed(tx, body.name)) throw fieldConflict('name', 'This name is already used')
  if ((await listViewRows(tx)).length >= viewLimits.views)
    throw conflict(message('An organization has at most {max} saved views.', { max: viewLimits.views }))
  const id = newId()
  await insertView(tx, { id, ...body, createdBy: actor.name, createdByUser: caller.userId })
  audit({ targetId: id, targetName: body.name, after: body })
  const row = found(await findView(tx, id))
  return toView(row, { position: null, isEditable: mayEdit(context, row) })
}

/** @throws 404; 403 for a view of another member. */
export async function removeView(context: OrgContext, id: string): Promise<null> {
  await lockNoun(context.tx, 'metric-views')
  const row = found(await findView(context.tx, id))
  if (!mayEdit(context, row)) throw forbidden('Only its creator, an owner or an admin can delete this view.')
  context.audit({ targetName: row.name })
  await deleteView(context.tx, id)
  return null
}

/** @throws 422 for a view that the caller cannot see. */
export async function pinViews(context: OrgContext, ids: readonly string[]): Promise<MetricView[]> {
  const { tx, caller } = context
  const known = new Set((await readViews(context)).map(({ id }) => id))
  for (const [at, id] of ids.entries()) if (!known.has(id)) throw invalid([{ path: `ids.${at}`, message: 'This view does not exist' }])
  await setPins(tx, caller.userId, [...new Set(ids)])
  return readViews(context)
}

import { RecordView, recordViewLimits, recordViews } from '@imperium/contract/entities/record-views.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { readableEntity } from './change-records.ts'
import * as store from './view-store.ts'
import type { ViewRow, ViewValues } from './view-store.ts'

const toView = replyOf(RecordView, (row: ViewRow) => ({ by: row.by_field, layout: row.layout as RecordView['layout'] }))

async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw fieldConflict('name', 'This name is already used')
    throw error
  }
}

/** @throws 404; 409 for a taken name, and beyond the number of views. */
async function createView({ tx, audit }: OrgContext, entity: string, body: ViewValues): Promise<RecordView> {
  const { id: entityId } = await readableEntity(tx, entity)
  if ((await store.listViews(tx, entityId, recordViewLimits.views)).length >= recordViewLimits.views)
    throw conflict(message('An entity has at most {max} views.', { max: recordViewLimits.views }))
  const row = await refusingTaken(() => store.insertView(tx, newId(), entityId, body))
  audit({ targetId: row.id, targetName: body.name, after: body })
  return toView(row)
}

/** @throws 404; 409 for a taken name. */
async function updateView(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  { entity, id }: { entity: string; id: string },
  body: ViewValues,
): Promise<RecordView> {
  const row = found(await store.lockView(tx, (await readableEntity(tx, entity)).id, id))
  audit({ targetName: body.name, before: { name: row.name, filter: row.filter }, after: body })
  return toView(await refusingTaken(() => store.writeView(tx, id, body, nextStamp(row, clock.now()))))
}

/** @throws 404. */
async function removeView({ tx, audit }: OrgContext, { entity, id }: { entity: string; id: string }): Promise<null> {
  const row = found(await store.lockView(tx, (await readableEntity(tx, entity)).id, id))
  await store.deleteView(tx, id)
  audit({ targetName: row.name })
  return null
}

export const recordViewOperations = (platform: Platform) =>
  bindOperations(recordViews, {
    list: async ({ params }, { tx }) => {
      const { id } = await readableEntity(tx, params.entity)
      return (await store.listViews(tx, id, recordViewLimits.views)).map(toView)
    },
    create: ({ params, body }, context) => createView(context, params.entity, body),
    update: ({ params, body }, context) => updateView(platform, context, params, body),
    remove: ({ params }, context) => removeView(context, params),
  })

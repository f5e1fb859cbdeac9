import { z } from 'zod'
import { Id, Timestamp, required, text } from '../kit/fields.ts'
import { create, get, operations, put, remove } from '../kit/operations.ts'
import { EntityName } from './entity-fields.ts'

export const recordViewLimits = { views: 50 } as const
const recordLayouts = ['table', 'board', 'calendar'] as const

const shape = {
  name: required(60, 'Name the view'),
  layout: z.enum(recordLayouts).default('table'),
  /** Of a board: the choice; of a calendar: the date. */
  by: z.union([EntityName, z.literal('')]).default(''),
  q: text(200).default(''),
  filter: text(8_000).default(''),
  sort: text(41).default(''),
}
const ViewBody = z.strictObject(shape)

export const RecordView = z
  .object({
    id: Id,
    name: z.string(),
    layout: z.enum(recordLayouts),
    by: z.string(),
    q: z.string(),
    filter: z.string(),
    sort: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'RecordView' })
export type RecordView = z.infer<typeof RecordView>

const inEntity = z.strictObject({ entity: EntityName })
const oneOf = z.strictObject({ entity: EntityName, id: Id })

/** Views are shared by the organization: what one member saves, the others find. */
export const recordViews = operations(
  'record-views',
  { read: 'records:read', write: 'records:write' },
  {
    list: get('/records/:entity/views', 'The saved views of an entity, by name', {
      params: inEntity,
      reply: z.array(RecordView).max(recordViewLimits.views),
    }),
    create: create('/records/:entity/views', 'Save a view', { params: inEntity, body: ViewBody, reply: RecordView, errors: [404, 409] }),
    update: put('/records/:entity/views/:id', 'Replace a saved view', { params: oneOf, body: ViewBody, reply: RecordView, errors: [409] }),
    remove: remove('/records/:entity/views/:id', 'Delete a saved view', { params: oneOf }),
  },
)

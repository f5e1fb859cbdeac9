import { z } from 'zod'
import { Id, Timestamp, text } from '../kit/fields.ts'
import { create, get, list, operations, post, put, remove } from '../kit/operations.ts'
import { AnsweredValue, EntityName, RecordValue, entityLimits } from './entity-fields.ts'

export const recordLimits = { bulkIds: 500 } as const

const Related = z.object({
  id: Id,
  /** Null: the record is gone, or the caller may not see it. */
  label: z.string().nullable(),
})

export const EntityRecord = z
  .object({
    id: Id,
    entity: z.string(),
    /** Its title: the first text of its fields. */
    label: z.string(),
    /** By the name of the field. */
    values: z.record(z.string(), AnsweredValue),
    /** The records that relations name, by the name of the field. */
    related: z.record(z.string(), z.array(Related)),
    createdByName: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Timestamp.nullable(),
  })
  .meta({ id: 'EntityRecord' })
export type EntityRecord = z.infer<typeof EntityRecord>

const values = z
  .record(z.string().max(40), RecordValue)
  .refine((given) => Object.keys(given).length <= entityLimits.fields, 'Too many fields')

const CreateRecordBody = z.strictObject({ values })
const UpdateRecordBody = z.strictObject({
  /** Null takes a value away; fields that are not named stay as they are. */
  values,
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})

const entity = { entity: EntityName }
const inEntity = z.strictObject(entity)
const oneOf = z.strictObject({ ...entity, id: Id })

/** Which records: those that fit all conditions. */
const recordFilter = {
  q: text(200).optional(),
  /** Conditions as JSON: `[{"field":"status","operator":"is","value":"open"}]`. */
  filter: text(8000).optional(),
  trash: z.enum(['true', 'false']).default('false'),
}
const sort = z
  .string()
  .regex(/^-?[a-z][a-z0-9_]{0,39}$/, 'Sort by the name of a field, with - for descending')
  .optional()

export const RelationTarget = z.object({ id: Id, label: z.string() }).meta({ id: 'RelationTarget' })
export type RelationTarget = z.infer<typeof RelationTarget>

export const recordOperations = operations(
  'records',
  { read: 'records:read', write: 'records:write' },
  {
    list: list('/records/:entity', 'List records of an entity', {
      params: inEntity,
      row: EntityRecord,
      filter: { ...recordFilter, sort },
      errors: [404],
      v1: true,
    }),
    count: get('/records/:entity/count', 'Count records of an entity', {
      params: inEntity,
      query: z.strictObject(recordFilter),
      reply: z.object({ count: z.int() }),
      v1: true,
    }),
    exportList: get('/records/:entity/export', 'Records as CSV: all, or those that the filter finds', {
      params: inEntity,
      query: z.strictObject({ ...recordFilter, sort }),
      file: 'text/csv',
      errors: [404, 503],
      rate: { max: 10, perSeconds: 60 },
      transaction: false,
      audited: true,
      v1: true,
    }),
    bulk: post('/records/:entity/bulk', 'Set values of many records, or move them to the trash: all of them or none', {
      params: inEntity,
      body: z.strictObject({
        ids: z.array(Id).min(1).max(recordLimits.bulkIds),
        action: z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('set'), values }),
          z.strictObject({ kind: z.literal('trash') }),
          z.strictObject({ kind: z.literal('restore') }),
        ]),
      }),
      // What the changed fields held before, so that the act can be taken back.
      reply: z.object({
        changed: z.int(),
        before: z.array(z.object({ id: Id, values: z.record(z.string(), AnsweredValue) })).max(recordLimits.bulkIds),
      }),
      errors: [404, 409],
      v1: true,
    }),
    targets: get('/records/:entity/targets/:field', 'Records that a relation may name, by a part of their title', {
      params: z.strictObject({ ...entity, field: EntityName }),
      query: z.strictObject({ q: text(200).optional() }),
      reply: z.array(RelationTarget).max(50),
    }),
    create: create('/records/:entity', 'Create a record', {
      params: inEntity,
      body: CreateRecordBody,
      reply: EntityRecord,
      errors: [404, 409],
      idempotent: true,
      v1: true,
    }),
    read: get('/records/:entity/:id', 'Read a record', { params: oneOf, reply: EntityRecord, v1: true }),
    update: put('/records/:entity/:id', 'Change a record', {
      params: oneOf,
      body: UpdateRecordBody,
      reply: EntityRecord,
      errors: [409],
      v1: true,
    }),
    remove: remove('/records/:entity/:id', 'Move a record to the trash; from the trash, delete it for good', {
      params: oneOf,
      v1: true,
    }),
    restore: post('/records/:entity/:id/restore', 'Take a record out of the trash', {
      params: oneOf,
      reply: EntityRecord,
      errors: [409],
      v1: true,
    }),
  },
)

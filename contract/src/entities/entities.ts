import { z } from 'zod'
import { messageKey } from '../kit/message-fields.ts'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'
import { create, del, get, list, operations, post, put, remove } from '../kit/operations.ts'
import { EntityField, EntityFields, EntityName, FieldTypeSchema, entityLimits } from './entity-fields.ts'

export const entityStatuses = ['draft', 'active', 'deprecated', 'archived'] as const
export const EntityStatus = z.enum(entityStatuses)
export type EntityStatus = z.infer<typeof EntityStatus>

export const entityCategories = ['transactional', 'master', 'reference'] as const
export const EntityCategory = z.enum(entityCategories)

/** A column as the schema table shows it. */
const Column = z.object({ name: z.string(), type: z.string(), nullable: z.boolean(), unique: z.boolean() })

export const EntityDefinition = z
  .object({
    id: Id,
    entityName: z.string(),
    displayName: z.string(),
    description: z.string(),
    tableName: z.string(),
    status: EntityStatus,
    category: EntityCategory,
    vertical: z.string(),
    module: z.string(),
    tags: z.array(z.string()),
    version: z.int(),
    isSystemEntity: z.boolean(),
    /** Empty for a system entity. */
    fields: z.array(EntityField),
    schemaDefinition: z.object({ columns: z.array(Column) }),
    /** It is active, and its fields were changed since. */
    hasChanges: z.boolean(),
    /** The work on its table; null: none is due. */
    change: z.object({ state: z.enum(['waiting', 'failed']), message: z.string(), ...messageKey }).nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'EntityDefinition' })
export type EntityDefinition = z.infer<typeof EntityDefinition>

const about = {
  displayName: required(80, 'Name is required'),
  description: text(1000).default(''),
  category: EntityCategory.default('transactional'),
  vertical: line(60).default(''),
  module: line(60).default(''),
  tags: z.array(required(40, 'A tag must not be empty')).max(entityLimits.tags).default([]),
  fields: EntityFields,
}

export const CreateEntityBody = z.strictObject({ entityName: EntityName, ...about })
export type CreateEntityBody = z.output<typeof CreateEntityBody>

export const UpdateEntityBody = z.strictObject({
  ...about,
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type UpdateEntityBody = z.output<typeof UpdateEntityBody>

export const EntityStats = z.object({ total: z.int(), active: z.int(), draft: z.int(), system: z.int() }).meta({ id: 'EntityStats' })
export type EntityStats = z.infer<typeof EntityStats>

export const EntityUse = z
  .object({
    /** Archived ones count, because each has its table. */
    definitions: z.object({ used: z.int(), limit: z.int() }),
    /** Of one entity. */
    fieldLimit: z.int(),
    columnLimit: z.int(),
    entities: z
      .array(
        z.object({
          id: Id,
          entityName: z.string(),
          displayName: z.string(),
          fields: z.int(),
          /** Columns that its table ever had: each change of a type takes one. */
          columns: z.int(),
          /** Of large tables as the database estimates it. */
          records: z.int(),
          isEstimate: z.boolean(),
          /** Of its table with its indexes. */
          bytes: z.int(),
        }),
      )
      .max(500),
  })
  .meta({ id: 'EntityUse' })
export type EntityUse = z.infer<typeof EntityUse>

const fieldName = { id: z.string(), name: z.string(), label: z.string() }

/** What the change of an active entity does to its fields and values, counted before it is applied. */
export const EntityDifference = z
  .object({
    version: z.int(),
    /** Of the definition that was counted. */
    updatedAt: Timestamp,
    added: z.array(z.object({ ...fieldName, type: FieldTypeSchema })),
    removed: z.array(z.object({ ...fieldName, /** Records with a value, which is kept for 30 days. */ values: z.int() })),
    renamed: z.array(z.object({ ...fieldName, before: z.string() })),
    converted: z.array(
      z.object({
        ...fieldName,
        from: FieldTypeSchema,
        to: FieldTypeSchema,
        converts: z.int(),
        fails: z.int(),
        /** Values that convert, but would not convert back to what they were. */
        changes: z.int(),
        /** Up to five of them: "Ja" becomes "yes". */
        changedSamples: z.array(z.object({ from: z.string(), to: z.string() })),
        /** Up to five values that do not convert; the records keep them in the old column. */
        samples: z.array(z.string()),
      }),
    ),
    /** Became required: records without a value. */
    required: z.array(z.object({ ...fieldName, missing: z.int() })),
    /** Became unique: values that several records have. */
    unique: z.array(z.object({ ...fieldName, repeated: z.int() })),
    /** Choices that were taken away and are in use. */
    choices: z.array(z.object({ ...fieldName, choice: z.string(), values: z.int() })),
  })
  .meta({ id: 'EntityDifference' })
export type EntityDifference = z.infer<typeof EntityDifference>

/** A column that a change left behind, with its values. */
export const RetiredField = z
  .object({
    ...fieldName,
    type: FieldTypeSchema,
    column: z.string(),
    /** Values that exist in this column only: its successor could not take them over as they are. */
    alone: z.int(),
    retiredAt: Timestamp,
    /** When it is dropped; null: it stays until a member deletes it. */
    until: Timestamp.nullable(),
  })
  .meta({ id: 'RetiredField' })
export type RetiredField = z.infer<typeof RetiredField>

export const EntityVersion = z
  .object({ version: z.int(), createdAt: Timestamp, createdByName: z.string(), fields: z.array(EntityField) })
  .meta({ id: 'EntityVersion' })
export type EntityVersion = z.infer<typeof EntityVersion>

export const entities = operations(
  'entities',
  { read: 'entities:read', write: 'entities:manage' },
  {
    list: list('/entities', 'List entity definitions: system entities, then those of the organization', {
      row: EntityDefinition,
      filter: {
        q: text(200).optional(),
        status: EntityStatus.optional(),
        /** A hint; that of another organization is 404. */
        organizationId: Id.optional(),
      },
      v1: true,
    }),
    stats: get('/entities/stats', 'Count entity definitions by status', { reply: EntityStats, v1: true }),
    limits: get('/entities/limits', 'How much of its limits the organization uses: entities, fields, records, storage', {
      reply: EntityUse,
    }),
    create: create('/entities', 'Draft an entity; its table is made when it is activated', {
      body: CreateEntityBody,
      reply: EntityDefinition,
    }),
    read: get('/entities/:id', 'Read an entity definition', { reply: EntityDefinition, v1: true }),
    update: put('/entities/:id', 'Replace the fields and texts of an entity; an active one changes its table when it is activated again', {
      body: UpdateEntityBody,
      reply: EntityDefinition,
      errors: [409],
    }),
    activate: post('/entities/:id/activate', 'Activate an entity, or the changed fields of an active one: a job makes its table', {
      // Of the version whose difference the caller saw: 409 when it was changed since.
      query: z.strictObject({ updatedAt: Timestamp.optional() }),
      reply: EntityDefinition,
      status: 202,
      errors: [409],
    }),
    difference: get('/entities/:id/difference', 'What activating the changed fields would do, counted', {
      reply: EntityDifference,
      errors: [409],
      transaction: false,
      rate: { max: 60, perSeconds: 60 },
    }),
    versions: get('/entities/:id/versions', 'The versions of an entity, newest first', { reply: z.array(EntityVersion).max(100) }),
    retired: get('/entities/:id/retired', 'Columns that changes left behind, kept for 30 days', { reply: z.array(RetiredField).max(200) }),
    restoreField: post(
      '/entities/:id/retired/:column/restore',
      'Bring a column back that a change left behind: as a field with its values',
      {
        params: z.strictObject({ id: Id, column: z.string().regex(/^f\d{1,4}$/) }),
        reply: EntityDefinition,
        errors: [409],
      },
    ),
    deleteRetired: del('/entities/:id/retired/:column', 'Delete a column that a change left behind, with its values', {
      params: z.strictObject({ id: Id, column: z.string().regex(/^f\d{1,4}$/) }),
      errors: [409],
    }),
    deprecate: post('/entities/:id/deprecate', 'Deprecate an active entity: its records stay, new ones are refused', {
      reply: EntityDefinition,
      errors: [409],
    }),
    archive: post('/entities/:id/archive', 'Archive a deprecated entity: its records are kept and not shown', {
      reply: EntityDefinition,
      errors: [409],
    }),
    restore: post('/entities/:id/restore', 'Make a deprecated or archived entity active again', { reply: EntityDefinition, errors: [409] }),
    remove: remove('/entities/:id', 'Delete a draft entity'),
  },
)

import { z } from 'zod'
import { importEncodings, importLimits, importSeparators } from '../contacts/contact-imports.ts'
import { messageKey } from '../kit/message-fields.ts'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, get, operations, post, put } from '../kit/operations.ts'
import { EntityName, FieldTypeSchema, entityLimits } from './entity-fields.ts'

export const recordImportLimits = { shownErrors: 100, shownImports: 20, previewRows: 10 } as const

const recordImportStatuses = ['uploading', 'uploaded', 'running', 'completed', 'failed', 'cancelled'] as const

/** Of a column: the name of a field; empty: it is left out. */
const Target = z.union([EntityName, z.literal('')])

const layout = {
  separator: z.enum(importSeparators),
  encoding: z.enum(importEncodings),
  hasHeader: z.boolean(),
  columns: z
    .array(Target)
    .min(1)
    .max(importLimits.columns)
    .refine((targets) => {
      const named = targets.filter(Boolean)
      return new Set(named).size === named.length
    }, 'Two columns must not be the same'),
}

export const RecordImportSettings = z
  .strictObject({
    ...layout,
    /** A row whose value of this field a record has changes that record; empty: every row is a new record. */
    match: Target.default(''),
  })
  .refine(({ columns }) => columns.some(Boolean), { path: ['columns'], message: 'Choose at least one column' })
  .refine(({ columns, match }) => match === '' || columns.includes(match), {
    path: ['match'],
    message: 'Choose a column of the file',
  })
export type RecordImportSettings = z.output<typeof RecordImportSettings>

const RowFault = z.object({ row: z.int(), column: z.string(), text: z.string(), message: z.string(), ...messageKey })

export const RecordImport = z
  .object({
    id: Id,
    entity: z.string(),
    fileName: z.string(),
    status: z.enum(recordImportStatuses),
    totalBytes: z.int(),
    doneBytes: z.int(),
    rowsRead: z.int(),
    createdCount: z.int(),
    updatedCount: z.int(),
    failedCount: z.int(),
    /** The first rows that were left out, with the reason. */
    errors: z.array(RowFault).max(recordImportLimits.shownErrors),
    /** Why it failed. */
    message: z.string(),
    ...messageKey,
    createdByName: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'RecordImport' })
export type RecordImport = z.infer<typeof RecordImport>

export const RecordImportPreview = z
  .object({
    separator: z.enum(importSeparators),
    encoding: z.enum(importEncodings),
    hasHeader: z.boolean(),
    columns: z
      .array(z.object({ name: z.string(), target: z.string(), examples: z.array(z.string()).max(3), unfit: z.int() }))
      .max(importLimits.columns),
    /** Rows that were looked at. */
    rows: z.int(),
  })
  .meta({ id: 'RecordImportPreview' })
export type RecordImportPreview = z.infer<typeof RecordImportPreview>

const proposalBytes = 16 * 1024 * 1024

export const EntityProposal = z
  .object({
    /** Empty where the file names nothing. */
    displayName: z.string(),
    fields: z
      .array(
        z.object({
          label: z.string(),
          type: FieldTypeSchema,
          required: z.boolean(),
          help: z.string(),
          options: z.array(z.object({ value: z.string(), label: z.string() })).max(200),
          currency: z.string(),
          decimals: z.int(),
        }),
      )
      .max(entityLimits.fields),
  })
  .meta({ id: 'EntityProposal' })
export type EntityProposal = z.infer<typeof EntityProposal>

export const recordImports = operations(
  'record-imports',
  { read: 'records:read', write: 'records:write' },
  {
    list: get('/records/:entity/imports', 'The latest imports of an entity', {
      params: z.strictObject({ entity: EntityName }),
      reply: z.array(RecordImport).max(recordImportLimits.shownImports),
    }),
    create: create('/records/:entity/imports', 'Start an import of records: its file is sent in pieces afterwards', {
      params: z.strictObject({ entity: EntityName }),
      body: z.strictObject({
        fileName: required(200, 'Name the file'),
        sizeBytes: z.int().min(1, 'The file is empty').max(importLimits.fileBytes),
      }),
      reply: RecordImport,
      errors: [404, 409],
      rate: { max: 30, perSeconds: 3_600 },
    }),
    propose: post('/entities/propose', 'Propose the fields of an entity from a table or a JSON Schema; nothing is stored', {
      access: 'entities:manage',
      upload: ['application/octet-stream'],
      bodyLimit: proposalBytes,
      reply: EntityProposal,
      transaction: false,
      audited: false,
      rate: { max: 20, perSeconds: 60 },
    }),
    read: get('/record-imports/:id', 'Read an import of records, its progress included', { reply: RecordImport }),
    upload: put('/record-imports/:id/pieces', 'Send the next piece of the file; the last one completes it', {
      query: z.strictObject({ offset: z.coerce.number().int().min(0).max(importLimits.fileBytes) }),
      upload: ['application/octet-stream'],
      bodyLimit: importLimits.pieceBytes,
      reply: z.object({ receivedBytes: z.int(), status: z.enum(recordImportStatuses) }),
      errors: [409],
      audited: false,
    }),
    preview: post('/record-imports/:id/preview', 'See how the first rows would be read; what is not given is recognised', {
      body: z.strictObject({
        separator: layout.separator.optional(),
        hasHeader: layout.hasHeader.optional(),
        columns: layout.columns.optional(),
      }),
      reply: RecordImportPreview,
      errors: [409],
      transaction: false,
      audited: false,
    }),
    start: post('/record-imports/:id/start', 'Start the import of the file', {
      body: z.strictObject({ settings: RecordImportSettings }),
      reply: RecordImport,
      status: 202,
      errors: [409],
    }),
    cancel: post('/record-imports/:id/cancel', 'Stop an import; what it has written stays', {
      reply: RecordImport,
      errors: [409],
      whileSuspended: true,
    }),
  },
)

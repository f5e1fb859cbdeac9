import { z } from 'zod'
import { MessageKey, messageKey } from '../kit/message-fields.ts'
import { ContactFieldType } from './contact-fields.ts'
import { Tag } from './contacts.ts'
import { importEncodings, importLimits } from './import-limits.ts'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, get, list, operations, post, put, remove } from '../kit/operations.ts'
import { channels } from './reach.ts'

export { importEncodings, importLimits } from './import-limits.ts'

export const importStatuses = ['uploading', 'uploaded', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone'] as const
export const ImportStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof ImportStatus>

export const importSeparators = [',', ';', '\t', '|'] as const
/** Whether 03/04/2026 is in April or March. Dates with dots start with the day, ISO dates with the year. */
export const importDateOrders = ['dmy', 'mdy'] as const
/** Targets of a column; also `custom:<key>`, and `ignore` for a column that is not imported. */
export const importTargets = [
  ...(['email', 'phone', 'firstName', 'lastName', 'name', 'locale', 'timeZone', 'tags'] as const),
  ...(['consentStatus', 'consentSource', 'consentDate', 'consentOptOut'] as const),
] as const
/** Consent in a row, which overrides the consent of the whole file. `consentOptOut` says the opposite of what it is called: "Unsubscribed: yes". */
export const consentTargets = [
  'consentStatus',
  'consentSource',
  'consentDate',
  'consentOptOut',
] as const satisfies readonly (typeof importTargets)[number][]
/**
 * Accepted values, besides words in five languages. `confirm`: ask by email. `no` ends a consent that is given or pending, and has no
 * effect without one; `none` grants nothing.
 */
export const rowConsentStatuses = ['granted', 'confirm', 'none', 'no', 'withdrawn'] as const

const ImportTarget = z.union([
  z.enum([...importTargets, 'ignore']),
  z.templateLiteral([z.literal('custom:'), z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)]),
])
export type ImportTarget = z.infer<typeof ImportTarget>

const layout = {
  separator: z.enum(importSeparators),
  encoding: z.enum(importEncodings),
  hasHeader: z.boolean(),
  /** Rows above the head that are left out; recognised where it is not given. */
  titleRows: z.int().min(0).max(importLimits.titleRows).optional(),
  /** For dates with slashes or dashes that do not start with a year; without it only unambiguous dates are accepted. */
  dateOrder: z.enum(importDateOrders).optional(),
  /** One for each column of the file, in its order. Each target once, but `ignore` and `tags`. */
  columns: z
    .array(ImportTarget)
    .min(1)
    .max(importLimits.columns)
    .refine((targets) => {
      const single = targets.filter((target) => target !== 'ignore' && target !== 'tags')
      return new Set(single).size === single.length
    }, 'Two columns must not be the same'),
}

export const dedupeRules = ['skip', 'update', 'fill'] as const
/** For a row that matches an existing contact by email address, or without one by phone number. */
export const DedupeRule = z.enum(dedupeRules)
export type DedupeRule = z.infer<typeof DedupeRule>

const agreement = {
  channels: z
    .array(z.enum(channels))
    .min(1, 'Choose at least one channel')
    .refine((list) => new Set(list).size === list.length, 'Choose each channel only once'),
  /** Key of a purpose. */
  purpose: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a purpose'),
}

export const ImportConsent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('granted'),
    ...agreement,
    /** Where these contacts consented, as text; stored as proof in the ledger of each. */
    source: required(500, 'Enter the source of consent'),
    /** When they consented, if known; else the time of the import. */
    obtainedAt: Timestamp.optional(),
  }),
  z.strictObject({
    /** No contact has consented yet: each gets one confirmation email and consents by its link. */
    kind: z.literal('confirm'),
    purpose: agreement.purpose,
    /** Origin of the addresses, as text. */
    source: required(500, 'Enter the source of these addresses'),
  }),
  z.strictObject({
    kind: z.literal('none'),
    statement: z.literal('no consent'),
    /** What rows consent to when they state it themselves. */
    rows: z.strictObject(agreement).optional(),
  }),
])
export type ImportConsent = z.infer<typeof ImportConsent>

export const ImportSettings = z
  .strictObject({
    ...layout,
    columns: layout.columns.refine(
      (targets) => targets.includes('email') || targets.includes('phone'),
      'Choose the column with the email address or the phone number',
    ),
    dedupe: DedupeRule,
    /** Tags for all contacts that the import creates or updates. */
    tags: z.array(Tag).max(10).default([]),
    consent: ImportConsent,
  })
  .refine(
    ({ columns, consent }) =>
      consent.kind !== 'none' || consent.rows !== undefined || !consentTargets.some((each) => columns.includes(each)),
    {
      path: ['consent', 'rows', 'purpose'],
      message: 'Choose the purpose that contacts with consent agreed to',
    },
  )
export type ImportSettings = z.infer<typeof ImportSettings>

export const ContactImport = z
  .object({
    id: Id,
    fileName: z.string(),
    status: ImportStatus,
    /** Null until the import was started. */
    settings: ImportSettings.nullable(),
    totalBytes: z.int(),
    /** Of the upload while it lasts, of the import afterwards. */
    doneBytes: z.int(),
    /** Rows of the file so far, its head included. */
    rowsRead: z.int(),
    createdCount: z.int(),
    updatedCount: z.int(),
    skippedCount: z.int(),
    failedCount: z.int(),
    /** Confirmation emails of contacts: queued, sent, and not sent. */
    askWaitingCount: z.int(),
    askedCount: z.int(),
    unaskedCount: z.int(),
    /** Erased and restored so far, of an undo. */
    undoneCount: z.int(),
    /** Why it failed, as text; of a running import, what blocks it now. */
    message: z.string(),
    messageKey: MessageKey.optional(),
    /** The end of the time to undo it; null when it cannot be undone. */
    undoableUntil: Timestamp.nullable(),
    /** The end of the time to resume a failed or stopped import, while its file is stored. Null when it cannot be resumed. */
    resumableUntil: Timestamp.nullable(),
    createdBy: z.string(),
    /** May undo it, as may users who may erase contacts; null for an API key. */
    createdByUser: Id.nullable(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'ContactImport' })
export type ContactImport = z.infer<typeof ContactImport>

const previewCell = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

export const ImportPreview = z
  .object({
    separator: z.enum(importSeparators),
    encoding: z.enum(importEncodings),
    /** False: the letters could be read in another way too, so a person has to look at them. */
    isEncodingSure: z.boolean(),
    hasHeader: z.boolean(),
    titleRows: z.int(),
    /** Detected from the first rows; `open` when both orders are possible, null when no date needs it. */
    dateOrder: z.enum([...importDateOrders, 'open']).nullable(),
    columns: z
      .array(
        z.object({
          /** The column header, or `Column 3`. */
          name: z.string(),
          target: ImportTarget,
          /** First values that are not empty. */
          examples: z.array(z.string()).max(3),
          /** Type of a new custom field for this column, derived from the first values. */
          fieldType: ContactFieldType,
          /** Of the first rows: how many values do not fit the field of the column, or the guessed type of one without a field. */
          outlierCount: z.int(),
          outliers: z.array(z.object({ row: z.int(), text: z.string() })).max(importLimits.outliers),
          /**
           * Of a number column, from its first rows; `mixed`: parsed per value; `open`: no sign is certain, so "1.234" is parsed with
           * decimals.
           */
          decimalSign: z.enum(['comma', 'point', 'mixed', 'open']).nullable(),
        }),
      )
      .max(importLimits.columns),
    rows: z
      .array(
        z.object({
          row: z.int(),
          cells: z.array(z.string()),
          /** As the contact would get them, by target. */
          values: previewCell,
          /** Why the row would be skipped; empty when it is valid. */
          errors: z.array(z.object({ column: z.string(), message: z.string(), ...messageKey })),
        }),
      )
      .max(importLimits.previewRows),
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof ImportPreview>

const RowFaults = z
  .array(
    z.object({
      /** Index of the column; null: the row as a whole. */
      column: z.int().nullable(),
      message: z.string(),
      ...messageKey,
    }),
  )
  .max(importLimits.columns + 1)

/** Rows that an import left out, as they stand in the file. */
export const ImportErrorRows = z
  .object({
    columns: z.array(z.object({ name: z.string(), target: ImportTarget })).max(importLimits.columns),
    rows: z
      .array(
        z.object({
          row: z.int(),
          cells: z.array(z.string()),
          /** As of now: a row without any can be imported as it is. */
          faults: RowFaults,
          /** False: it was too long to keep as a whole, and must be corrected in the file. */
          isWhole: z.boolean(),
        }),
      )
      .max(importLimits.correctedRows),
    /** More follow after the last of these. */
    hasMore: z.boolean(),
  })
  .meta({ id: 'ImportErrorRows' })
export type ImportErrorRows = z.infer<typeof ImportErrorRows>

const CorrectRowsBody = z.strictObject({
  rows: z
    .array(z.strictObject({ row: z.int().min(1), cells: z.array(z.string().max(2_000)).min(1).max(importLimits.columns) }))
    .min(1)
    .max(importLimits.correctedRows)
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, 'Send each row only once'),
})

export const CorrectedRows = z
  .object({
    import: ContactImport,
    rows: z
      .array(
        z.object({
          row: z.int(),
          /** `gone`: it was imported before, or is no longer kept. */
          state: z.enum(['imported', 'wrong', 'gone']),
          faults: RowFaults,
        }),
      )
      .max(importLimits.correctedRows),
  })
  .meta({ id: 'CorrectedRows' })
export type CorrectedRows = z.infer<typeof CorrectedRows>

export const contactImports = operations(
  'contact-imports',
  { read: 'contacts:read', write: 'contacts:write' },
  {
    list: list('/contacts/import', 'List imports of contacts, the newest first', {
      row: ContactImport,
      access: 'contacts:write',
      v1: true,
    }),
    create: create('/contacts/import', 'Start an import: its file is sent in pieces afterwards', {
      body: z.strictObject({
        fileName: required(200, 'Name the file'),
        sizeBytes: z
          .int()
          .min(1, 'The file is empty')
          .max(importLimits.fileBytes, `A file may have at most ${importLimits.fileBytes / 1024 / 1024} MB`),
      }),
      reply: ContactImport,
      idempotent: true,
      rate: { max: 30, perSeconds: 3_600 },
      v1: true,
    }),
    read: get('/contacts/import/:id', 'Read an import, its progress included', {
      access: 'contacts:write',
      reply: ContactImport,
      v1: true,
    }),
    upload: put(
      '/contacts/import/:id/pieces',
      'Send the next piece of the file; the same piece again does no harm, and the last one completes it',
      {
        query: z.strictObject({
          /** Offset of the piece: the bytes received so far. */
          offset: z.coerce.number().int().min(0).max(importLimits.fileBytes),
        }),
        upload: ['application/octet-stream'],
        bodyLimit: importLimits.pieceBytes,
        reply: z.object({ receivedBytes: z.int(), status: ImportStatus }),
        errors: [409],
        audited: false,
        v1: true,
      },
    ),
    preview: post('/contacts/import/:id/preview', 'See how the first rows would be read, with what was recognised where nothing is given', {
      body: z.strictObject({
        separator: layout.separator.optional(),
        encoding: layout.encoding.optional(),
        hasHeader: layout.hasHeader.optional(),
        titleRows: layout.titleRows,
        dateOrder: layout.dateOrder,
        columns: layout.columns.optional(),
      }),
      reply: ImportPreview,
      errors: [409],
      transaction: false,
      audited: false,
      v1: true,
    }),
    start: post('/contacts/import/:id/start', 'Start the import; where these people agreed is part of it', {
      body: z.strictObject({ settings: ImportSettings }),
      reply: ContactImport,
      status: 202,
      errors: [409],
      v1: true,
    }),
    cancel: post('/contacts/import/:id/cancel', 'Stop an import; what it has done stays until it is undone', {
      reply: ContactImport,
      errors: [409],
      whileSuspended: true,
      v1: true,
    }),
    resume: post(
      '/contacts/import/:id/resume',
      'Resume an import that failed or was stopped: it goes on behind the last rows that it wrote, with the same settings',
      {
        reply: ContactImport,
        status: 202,
        errors: [409],
        v1: true,
      },
    ),
    removeFile: remove(
      '/contacts/import/:id/file',
      'Delete the file of an import that failed or was stopped: it cannot be resumed any more',
      {
        reply: ContactImport,
        v1: true,
      },
    ),
    undo: post(
      '/contacts/import/:id/undo',
      'Erase the contacts that an import made and restore those that it changed, within 30 days; by who made it, or may erase contacts',
      {
        reply: ContactImport,
        status: 202,
        errors: [409],
      },
    ),
    errorRows: get('/contacts/import/:id/error-rows', 'List the rows that an import skipped, with what is wrong in each', {
      access: 'contacts:write',
      query: z.strictObject({
        /** Only rows behind this one of the file. */
        after: z.coerce.number().int().min(0).default(0),
      }),
      reply: ImportErrorRows,
      v1: true,
    }),
    correct: post('/contacts/import/:id/error-rows', 'Import skipped rows, corrected, into the same import: none is imported twice', {
      body: CorrectRowsBody,
      reply: CorrectedRows,
      errors: [409],
      v1: true,
    }),
    errors: get(
      '/contacts/import/:id/errors',
      'The skipped rows as CSV: their own columns, and the reason of each, to be put right and imported again',
      {
        access: 'contacts:write',
        file: 'text/csv',
        transaction: false,
        audited: true,
        v1: true,
      },
    ),
  },
)

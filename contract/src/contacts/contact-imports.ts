import { z } from 'zod'
import { ContactFieldType } from './contact-fields.ts'
import { Tag } from './contacts.ts'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, get, list, operations, post, put, remove } from '../kit/operations.ts'
import { channels } from './reach.ts'

export const importLimits = {
  fileBytes: 512 * 1024 * 1024,
  rows: 1_000_000,
  columns: 200,
  /** Of one request that brings a part of the file. */
  pieceBytes: 4 * 1024 * 1024,
  previewRows: 20,
  undoDays: 30,
  /** So long the file of an import that failed or was stopped is kept, so that it can go on. */
  resumeDays: 7,
} as const

export const importStatuses = ['uploading', 'uploaded', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone'] as const
export const ImportStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof ImportStatus>

export const importSeparators = [',', ';', '\t', '|'] as const
/** Whether 03/04/2026 is a day of April or of March. Days with dots begin with the day, and those of ISO with the year. */
export const importDateOrders = ['dmy', 'mdy'] as const
export const importEncodings = ['utf-8', 'windows-1252'] as const
/** What a column may be; `custom:<key>` besides, and `ignore` for what is not taken over. */
export const importTargets = [
  ...(['email', 'phone', 'firstName', 'lastName', 'name', 'locale', 'timeZone', 'tags'] as const),
  ...(['consentStatus', 'consentSource', 'consentDate'] as const),
] as const
/** What a row says of the consent of its person, instead of what is said for the whole file. */
export const consentTargets = ['consentStatus', 'consentSource', 'consentDate'] as const satisfies readonly (typeof importTargets)[number][]
/**
 * What a row may say there; words of five languages besides. `confirm`: to be asked by letter. `no` ends what stands or waits, and is nothing
 * to who never agreed; `none` says nothing, and grants nothing.
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
  /** Of days with slashes or dashes that begin with no year; without it those are read that can be one day only. */
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
/** Of somebody who is known by the e-mail address, or without one by the number. */
export const DedupeRule = z.enum(dedupeRules)
export type DedupeRule = z.infer<typeof DedupeRule>

const agreement = {
  channels: z
    .array(z.enum(channels))
    .min(1, 'Choose at least one channel')
    .refine((list) => new Set(list).size === list.length, 'Each channel once'),
  /** Key of a purpose. */
  purpose: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a purpose'),
}

export const ImportConsent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('granted'),
    ...agreement,
    /** Where these people agreed, in words: it stands in the ledger of each as proof. */
    source: required(500, 'Enter the source of consent'),
    /** When they agreed, where that is known; else the moment of the import. */
    obtainedAt: Timestamp.optional(),
  }),
  z.strictObject({
    /** Nobody has agreed yet: each is asked by letter, once, and agrees by its link. */
    kind: z.literal('confirm'),
    purpose: agreement.purpose,
    /** Where the addresses come from, in words. */
    source: required(500, 'Enter the source of these addresses'),
  }),
  z.strictObject({
    kind: z.literal('none'),
    statement: z.literal('no consent'),
    /** What rows agree to that say by themselves that they do. */
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
    /** Given to everybody whom the import makes or changes. */
    tags: z.array(Tag).max(10).default([]),
    consent: ImportConsent,
  })
  .refine(
    ({ columns, consent }) =>
      consent.kind !== 'none' || consent.rows !== undefined || !consentTargets.some((each) => columns.includes(each)),
    {
      path: ['consent', 'rows', 'purpose'],
      message: 'Choose what the rows that agreed have agreed to',
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
    /** People who are asked by letter to confirm: those whose letter waits for its turn, those who have got one, and those whom nobody asked. */
    askWaitingCount: z.int(),
    askedCount: z.int(),
    unaskedCount: z.int(),
    /** Erased and restored so far, of an undo. */
    undoneCount: z.int(),
    /** Why it failed, in words for people; of a running one what keeps it from going on just now. */
    message: z.string(),
    /** Until when it can be undone; null where it cannot be (any more). */
    undoableUntil: Timestamp.nullable(),
    /** Until when one that failed or was stopped can go on where it ended: so long its file is kept. Null where it cannot (any more). */
    resumableUntil: Timestamp.nullable(),
    createdBy: z.string(),
    /** Who may undo it besides those who may erase contacts; null for a key. */
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
    hasHeader: z.boolean(),
    /** Of the days in the first rows; `open` where they could be read in both ways, null where none needs it. */
    dateOrder: z.enum([...importDateOrders, 'open']).nullable(),
    columns: z
      .array(
        z.object({
          /** The head's word, or `Column 3`. */
          name: z.string(),
          target: ImportTarget,
          /** First values that are not empty. */
          examples: z.array(z.string()).max(3),
          /** What a field of the organization's own for this column would be, by the first values. */
          fieldType: ContactFieldType,
          /** Of a column of numbers, by its first rows; `mixed`: each is read by itself; `open`: "1.234" is read with decimals, for want of a sign. */
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
          /** Why the row would be left out; empty where it is good. */
          errors: z.array(z.object({ column: z.string(), message: z.string() })),
        }),
      )
      .max(importLimits.previewRows),
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof ImportPreview>

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
          /** Where the piece begins: how much has been received so far. */
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

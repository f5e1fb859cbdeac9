import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'
import { MessageKey } from '../kit/message-fields.ts'
import { create, get, operations, remove } from '../kit/operations.ts'

const exportStates = ['running', 'done', 'failed'] as const

/** The file of an export is deleted after so many days. */
export const dataExportDays = 7
const mostExports = 20

export const DataExport = z
  .object({
    id: Id,
    state: z.enum(exportStates),
    requestedBy: z.string(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    /** Of the file; null until it is done. */
    sizeBytes: z.int().nullable(),
    rows: z.int(),
    files: z.int(),
    /** When the file is deleted. */
    expiresAt: Timestamp.nullable(),
    /** Why it failed; empty unless it did. */
    message: z.string(),
    messageKey: MessageKey.optional(),
  })
  .meta({ id: 'DataExport' })
export type DataExport = z.infer<typeof DataExport>

/** Counting stops here: the page says that there are more. */
export const mostCounted = 100_000

const heldKinds = [
  ...(['contacts', 'messages', 'campaigns', 'agents', 'runs', 'workflows', 'workflowRuns'] as const),
  ...(['articles', 'documents', 'invoices', 'audit', 'files'] as const),
] as const
export type HeldKind = (typeof heldKinds)[number]

export const HeldData = z
  .object({
    kinds: z.array(
      z.object({
        kind: z.enum(heldKinds),
        /** At most `mostCounted`. */
        count: z.int(),
        /** Of files. */
        bytes: z.int().nullable(),
        oldestAt: Timestamp.nullable(),
        /** Days after which it is deleted; null: kept until someone deletes it. */
        keptDays: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'HeldData' })
export type HeldData = z.infer<typeof HeldData>

export const dataExports = operations('data-exports', 'data-exports:manage', {
  held: get('/held-data', 'What is stored of the organization, how much, and for how long', {
    access: 'organizations:read',
    reply: HeldData,
  }),
  list: get('/data-exports', 'List exports of everything, newest first', { reply: z.array(DataExport).max(mostExports) }),
  create: create('/data-exports', 'Export everything of the organization as JSON and CSV with its files; a job writes it', {
    reply: DataExport,
    status: 202,
    recentSignIn: true,
    rate: { max: 5, perSeconds: 3600 },
  }),
  download: get('/data-exports/:id/file', 'Download an export of everything', {
    file: 'application/gzip',
    recentSignIn: true,
    audited: true,
  }),
  remove: remove('/data-exports/:id', 'Delete an export with its file'),
})

import { z } from 'zod'
import { Id, Timestamp, line } from '../kit/fields.ts'
import { messageKey } from '../kit/message-fields.ts'
import { create, get, operations, post, remove, update } from '../kit/operations.ts'
import { documentVisibilities } from '../knowledge.ts'
import { languages } from '../languages.ts'
import { Metadata } from './metadata.ts'

export const sourceKinds = ['address', 'sitemap'] as const
export const sourceSchedules = ['manual', 'daily', 'weekly'] as const
export const sourceStatuses = ['queued', 'syncing', 'ready', 'failed'] as const
export const sourceLimits = { sources: 50, pages: 200, depth: 3, failures: 20 } as const

export const KnowledgeSource = z
  .object({
    id: Id,
    /** Empty: its address is its name. */
    name: z.string(),
    kind: z.enum(sourceKinds),
    url: z.string(),
    /** Of an address: how many links it follows, on the same host. */
    depth: z.int(),
    maxPages: z.int(),
    schedule: z.enum(sourceSchedules),
    status: z.enum(sourceStatuses),
    /** Why the last reading failed as a whole, and what to do. */
    error: z.object({ message: z.string(), ...messageKey }).nullable(),
    /** Pages that are documents now. */
    pages: z.int(),
    failedPages: z.int(),
    /** The first pages that were not read, and what to do. */
    failures: z.array(z.object({ url: z.string(), message: z.string(), ...messageKey })).max(sourceLimits.failures),
    language: z.enum(languages),
    visibility: z.enum(documentVisibilities),
    collectionId: Id.nullable(),
    /** Fields that its new pages begin with. */
    metadata: Metadata,
    syncedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'KnowledgeSource' })
export type KnowledgeSource = z.infer<typeof KnowledgeSource>

/** What can be changed later. */
const settings = {
  name: line(100),
  depth: z.int().min(0).max(sourceLimits.depth),
  maxPages: z.int().min(1).max(sourceLimits.pages),
  schedule: z.enum(sourceSchedules),
  language: z.enum(languages),
  visibility: z.enum(documentVisibilities),
  collectionId: Id.nullable(),
  metadata: Metadata,
}

export const CreateSourceBody = z.strictObject({
  kind: z.enum(sourceKinds).default('address'),
  url: z
    .url({ protocol: /^https?$/, error: 'Enter a web address that starts with http:// or https://' })
    .max(1000)
    .refine((value) => URL.parse(value)?.username === '', 'Enter an address without a user name'),
  name: settings.name.default(''),
  depth: settings.depth.default(0),
  maxPages: settings.maxPages.default(50),
  schedule: settings.schedule.default('weekly'),
  /** Recognised page by page where it is left out. */
  language: settings.language.optional(),
  visibility: settings.visibility.default('organization'),
  collectionId: settings.collectionId.default(null),
  metadata: settings.metadata.default({}),
})
export type CreateSourceBody = z.infer<typeof CreateSourceBody>

export const UpdateSourceBody = z.strictObject(settings).partial()
export type UpdateSourceBody = z.infer<typeof UpdateSourceBody>

export const knowledgeSources = operations(
  'knowledge-sources',
  { read: 'knowledge:read', write: 'knowledge:write' },
  {
    list: get('/knowledge/sources', 'List web addresses and sitemaps that become documents', {
      access: 'knowledge:write',
      reply: z.array(KnowledgeSource).max(sourceLimits.sources),
      v1: true,
    }),
    create: create('/knowledge/sources', 'Add a web address or a sitemap; its pages are read in the background', {
      body: CreateSourceBody,
      reply: KnowledgeSource,
      idempotent: true,
      v1: true,
    }),
    update: update('/knowledge/sources/:id', 'Change a source; its pages follow where they are as it was', {
      body: UpdateSourceBody,
      reply: KnowledgeSource,
      errors: [],
      v1: true,
    }),
    sync: post('/knowledge/sources/:id/sync', 'Read a source again now', {
      reply: KnowledgeSource,
      errors: [409],
      rate: { max: 60, perSeconds: 3600 },
      v1: true,
    }),
    remove: remove('/knowledge/sources/:id', 'Delete a source and the documents of its pages', { errors: [], v1: true }),
  },
)

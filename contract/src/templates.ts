import { z } from 'zod'
import { MessageKey } from './kit/message-fields.ts'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { del, get, list, operations, post, put } from './kit/operations.ts'
import { Json, triggerTypes } from './workflows/workflow-definition.ts'

export const templateCategories = ['agent', 'campaign', 'workflow'] as const
export const templateTypes = ['official', 'community'] as const
export const templateSorts = ['popular', 'recent', 'trending'] as const
export const templateVisibilities = ['organization', 'community'] as const
export const templateReviews = ['none', 'pending', 'approved', 'rejected'] as const

/** `official:<key>` or the id of a published template. */
export const TemplateKey = z.string().regex(/^(official:[a-z0-9-]{1,80}|[0-9a-f-]{36})$/)

export const Template = z
  .object({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    category: z.enum(templateCategories),
    type: z.enum(templateTypes),
    tags: z.array(z.string()).max(20),
    /** A name of the web app's template icons. */
    icon: z.string(),
    author: z.string(),
    uses: z.int(),
    /** Average of the ratings, one decimal; null without any. */
    rating: z.number().nullable(),
    ratings: z.int(),
    /** Own rating. */
    myRating: z.int().nullable(),
    trending: z.boolean(),
    popular: z.boolean(),
    preview: z.string(),
    /** 'What's Included' */
    included: z.array(z.string()).max(20),
    /** Of those with values: how to word them in another language. */
    includedKeys: z.array(MessageKey.nullable()).max(20),
    /** Workflow templates only: the category (its first tag), the triggers and the steps besides the trigger; null for others. */
    workflow: z.object({ category: z.string(), triggers: z.array(z.enum(triggerTypes)).max(5), actions: z.int() }).nullable(),
    visibility: z.enum(templateVisibilities),
    review: z.enum(templateReviews),
    /** It belongs to the caller's organization, and the caller may withdraw it. */
    isMine: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Template' })
export type Template = z.infer<typeof Template>

export const TemplateStats = z
  .object({ total: z.int(), official: z.int(), community: z.int(), uses: z.int() })
  .meta({ id: 'TemplateStats' })

const keyParams = z.strictObject({ key: TemplateKey })
const filter = {
  category: z.enum(templateCategories).optional(),
  type: z.enum(templateTypes).optional(),
  q: text(200).optional(),
  /** Comma-separated; all of them. */
  tags: z.string().max(400).optional(),
}

export const templates = operations(
  'templates',
  { read: 'templates:read', write: 'templates:write' },
  {
    list: list('/templates', 'List templates: official ones, those of the own organization, and those of the community', {
      row: Template,
      filter: { ...filter, sort: z.enum(templateSorts).default('popular') },
      v1: true,
    }),
    /** Tiles, the first 10 tags in alphabetical order, and the strips: the top 3 by uses, and the top 3 trending. */
    overview: get('/templates/overview', 'Count templates and show the popular and trending ones of a category', {
      query: z.strictObject({ category: z.enum(templateCategories).default('agent') }),
      reply: z.object({
        stats: TemplateStats,
        tags: z.array(z.string()).max(10),
        popular: z.array(Template).max(3),
        trending: z.array(Template).max(3),
      }),
      v1: true,
    }),
    read: get('/templates/:key', 'Read a template with its content', {
      params: keyParams,
      reply: Template.extend({ content: Json }),
      v1: true,
    }),
    /** Creates the agent, campaign or workflow as a draft and counts one use, in one transaction. */
    use: post('/templates/:key/use', 'Create an agent, campaign or workflow from a template', {
      params: keyParams,
      body: z.strictObject({ name: line(100).optional() }),
      reply: z.object({ category: z.enum(templateCategories), id: Id }),
      status: 201,
      idempotent: true,
      v1: true,
    }),
    rate: put('/templates/:key/rating', 'Rate a template, one rating per user; 0 takes it back', {
      access: 'templates:read',
      params: keyParams,
      body: z.strictObject({ stars: z.int().min(0).max(5) }),
      reply: Template,
    }),
    publish: post('/templates', 'Publish your own agent, campaign or workflow as a template; to the community after review', {
      body: z.strictObject({
        category: z.enum(templateCategories),
        /** The agent, campaign or workflow. */
        sourceId: Id,
        name: required(100, 'Name is required'),
        description: text(2000, 'Description is required').min(1, 'Description is required'),
        tags: z.array(line(30).min(1)).max(10).default([]),
        visibility: z.enum(templateVisibilities).default('organization'),
      }),
      reply: Template,
      status: 201,
    }),
    remove: del('/templates/:key', 'Withdraw your own template', {
      params: keyParams,
    }),
    import: post('/templates/import', 'Import a template from a file', {
      idempotent: true,
      body: z.strictObject({
        format: z.literal('imperium/template'),
        formatVersion: z.literal(1),
        category: z.enum(templateCategories),
        name: required(100, 'Name is required'),
        description: text(2000),
        tags: z.array(line(30)).max(20).default([]),
        content: Json,
      }),
      reply: Template,
      status: 201,
      bodyLimit: 1024 * 1024,
    }),
    export: get('/templates/:key/export', 'Export a template as a file without secrets', {
      params: keyParams,
      file: 'application/json',
    }),
  },
)

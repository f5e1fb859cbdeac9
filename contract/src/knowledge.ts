import { z } from 'zod'
import { Timestamp, line, required, text } from './kit/fields.ts'
import { create, get, list, operations, post, put, remove, update } from './kit/operations.ts'
import { languages } from './languages.ts'
import { roles } from './permissions.ts'

export const articleCategories = ['getting-started', 'api-reference', 'guides', 'faqs', 'troubleshooting'] as const
export type ArticleCategory = (typeof articleCategories)[number]

export const articleVisibilities = ['organization', 'roles', 'agents', 'public'] as const
export type ArticleVisibility = (typeof articleVisibilities)[number]

export const articleStatuses = ['DRAFT', 'PUBLISHED'] as const

export const knowledgeLimits = { body: 100_000, tags: 10, featured: 6, popular: 5, recent: 5, related: 3, versions: 100 } as const

/** The id of an article of the organization, or the short name of one that ships with the product. */
const ArticleKey = line(80).regex(/^[a-z0-9-]+$/, 'This is not an article')
const articleParams = z.strictObject({ id: ArticleKey })

export const KnowledgeArticle = z
  .object({
    id: z.string(),
    /** `product`: ships with Imperium and cannot be changed. */
    source: z.enum(['product', 'organization']),
    title: z.string(),
    category: z.enum(articleCategories),
    excerpt: z.string(),
    tags: z.array(z.string()),
    featured: z.boolean(),
    language: z.enum(languages),
    status: z.enum(articleStatuses),
    /** Published, and changed since: readers see the published version. */
    hasDraft: z.boolean(),
    visibility: z.enum(articleVisibilities),
    /** Who reads it when the visibility is `roles`. */
    roles: z.array(z.enum(roles)),
    /** Members who opened it, each counted once. */
    views: z.int(),
    helpfulCount: z.int(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'KnowledgeArticle' })
export type KnowledgeArticle = z.infer<typeof KnowledgeArticle>

export const KnowledgeArticleDetail = KnowledgeArticle.extend({
  /** Markdown. A writer gets the draft, a reader the published version. */
  body: z.string(),
  /** Null for an article of the product. */
  version: z.int().nullable(),
  publishedVersion: z.int().nullable(),
  /** The caller's own answer to "Was this article helpful?"; null without one. */
  isHelpful: z.boolean().nullable(),
  related: z.array(KnowledgeArticle).max(knowledgeLimits.related),
}).meta({ id: 'KnowledgeArticleDetail' })
export type KnowledgeArticleDetail = z.infer<typeof KnowledgeArticleDetail>

export const KnowledgeOverview = z
  .object({
    total: z.int(),
    counts: z.array(z.object({ category: z.enum(articleCategories), count: z.int() })),
    featured: z.array(KnowledgeArticle).max(knowledgeLimits.featured),
    popular: z.array(KnowledgeArticle).max(knowledgeLimits.popular),
    recent: z.array(KnowledgeArticle).max(knowledgeLimits.recent),
  })
  .meta({ id: 'KnowledgeOverview' })
export type KnowledgeOverview = z.infer<typeof KnowledgeOverview>

export const KnowledgePassage = z
  .object({
    articleId: z.string(),
    title: z.string(),
    category: z.enum(articleCategories),
    /** The headings above the passage, from the outside in. */
    headings: z.array(z.string()),
    /** The passage in plain words. */
    passage: z.string(),
    /** From 0 to 1, best first. */
    score: z.number(),
    /** `all`: every word of the question is in it; `some`: at least one. */
    matched: z.enum(['all', 'some']),
  })
  .meta({ id: 'KnowledgePassage' })
export type KnowledgePassage = z.infer<typeof KnowledgePassage>

export const ArticleVersion = z
  .object({ version: z.int(), title: z.string(), excerpt: z.string(), body: z.string(), isPublished: z.boolean(), createdAt: Timestamp })
  .meta({ id: 'KnowledgeArticleVersion' })
export type ArticleVersion = z.infer<typeof ArticleVersion>

const title = required(200, 'Title is required')
const fields = {
  category: z.enum(articleCategories),
  excerpt: text(500),
  /** Markdown. */
  body: text(knowledgeLimits.body),
  tags: z.array(line(40).min(1)).max(knowledgeLimits.tags),
  featured: z.boolean(),
  language: z.enum(languages),
  visibility: z.enum(articleVisibilities),
  roles: z.array(z.enum(roles)).max(roles.length),
  /** `PUBLISHED` publishes what is saved; `DRAFT` of a published article takes it back. Without it readers keep what they see. */
  status: z.enum(articleStatuses),
}

export const CreateArticleBody = z.strictObject({
  title,
  category: fields.category.default('guides'),
  excerpt: fields.excerpt.default(''),
  body: fields.body.default(''),
  tags: fields.tags.default([]),
  featured: fields.featured.default(false),
  language: fields.language.default('en'),
  visibility: fields.visibility.default('organization'),
  roles: fields.roles.default([]),
  status: fields.status.default('DRAFT'),
})
export type CreateArticleBody = z.infer<typeof CreateArticleBody>

export const UpdateArticleBody = z.strictObject({
  ...z.strictObject({ title, ...fields }).partial().shape,
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type UpdateArticleBody = z.infer<typeof UpdateArticleBody>

export const knowledge = operations(
  'knowledge',
  { read: 'knowledge:read', write: 'knowledge:write' },
  {
    overview: get('/knowledge/overview', 'Categories with counts, and featured, popular and recent articles', { reply: KnowledgeOverview }),
    list: list('/knowledge/articles', 'List articles, the latest first', {
      row: KnowledgeArticle,
      filter: {
        q: text(200).optional(),
        category: z.enum(articleCategories).optional(),
        /** Writers see drafts too. */
        status: z.enum(articleStatuses).optional(),
      },
      v1: true,
    }),
    read: get('/knowledge/articles/:id', 'Read an article with its body', {
      params: articleParams,
      reply: KnowledgeArticleDetail,
      v1: true,
    }),
    create: create('/knowledge/articles', 'Write an article', {
      body: CreateArticleBody,
      reply: KnowledgeArticleDetail,
      bodyLimit: 512 * 1024,
      idempotent: true,
      v1: true,
    }),
    update: update('/knowledge/articles/:id', 'Change, publish or take back an article', {
      body: UpdateArticleBody,
      reply: KnowledgeArticleDetail,
      bodyLimit: 512 * 1024,
      v1: true,
    }),
    remove: remove('/knowledge/articles/:id', 'Delete an article and its versions', { errors: [], v1: true }),
    versions: get('/knowledge/articles/:id/versions', 'List the versions of an article, the latest first', {
      access: 'knowledge:write',
      reply: z.array(ArticleVersion).max(knowledgeLimits.versions),
    }),
    view: post('/knowledge/articles/:id/view', 'Count that the caller has opened an article', {
      access: 'knowledge:read',
      params: articleParams,
      audited: false,
      whileSuspended: true,
    }),
    rate: put('/knowledge/articles/:id/feedback', 'Say whether an article was helpful', {
      access: 'knowledge:read',
      params: articleParams,
      body: z.strictObject({ helpful: z.boolean() }),
      reply: KnowledgeArticleDetail,
    }),
    search: get('/knowledge/search', 'Search passages of articles, the best first', {
      query: z.strictObject({
        q: required(500, 'Enter what to search for'),
        category: z.enum(articleCategories).optional(),
        limit: z.coerce.number().int().min(1).max(50).default(10),
      }),
      reply: z.array(KnowledgePassage).max(50),
      v1: true,
    }),
  },
)

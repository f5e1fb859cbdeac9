import { z } from 'zod'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { messageKey } from './kit/message-fields.ts'
import { create, get, list, operations, post, put, remove, update } from './kit/operations.ts'
import { Filter, Metadata, MetadataText } from './knowledge/metadata.ts'
import { LeastStrength, PassageCount } from './knowledge/retrieval.ts'
import { languages } from './languages.ts'
import { roles } from './kit/permission.ts'

export const articleCategories = ['getting-started', 'api-reference', 'guides', 'faqs', 'troubleshooting'] as const
export type ArticleCategory = (typeof articleCategories)[number]

export const articleVisibilities = ['organization', 'roles', 'agents', 'public'] as const
export type ArticleVisibility = (typeof articleVisibilities)[number]

export const articleStatuses = ['DRAFT', 'PUBLISHED'] as const

export const knowledgeLimits = { body: 100_000, tags: 10, featured: 6, popular: 5, recent: 5, related: 3, versions: 100 } as const

/** What a document may be, by the ending of its name. */
export const documentEndings = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  txt: 'text',
  csv: 'csv',
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
} as const
export type DocumentFormat = (typeof documentEndings)[keyof typeof documentEndings]
const documentFormats = ['markdown', 'html', 'text', 'csv', 'pdf', 'docx', 'xlsx'] as const
export const documentStatuses = ['queued', 'processing', 'ready', 'failed'] as const
export const documentVisibilities = ['organization', 'agents', 'public'] as const
export const documentLimits = { bytes: 20 * 1024 * 1024, passages: 20_000, shownPassages: 100, collections: 200, questions: 200 } as const

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
    /** Agents read an article of a collection only if the collection was granted to them. */
    collectionId: Id.nullable(),
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
    /** Null for a passage of a document. */
    articleId: z.string().nullable(),
    /** Null for a passage of an article. */
    documentId: Id.nullable(),
    title: z.string(),
    /** Null for a document. */
    category: z.enum(articleCategories).nullable(),
    /** Its number in the article or document, from 0. */
    position: z.int(),
    /** The headings above the passage, from the outside in. */
    headings: z.array(z.string()),
    /** The passage in plain words. */
    passage: z.string(),
    /** From 0 to 1, best first. */
    score: z.number(),
    /** `all`: every word of the question is in it; `some`: at least one; `meaning`: none, it is similar. */
    matched: z.enum(['all', 'some', 'meaning']),
    /** The words of the question that are in it, in any of their forms. */
    words: z.array(z.string()),
    /** How similar its meaning is to the question, from 0 (unrelated) to 1; null where it was not compared. */
    similarity: z.number().nullable(),
    /** How surely it answers the question, by its words or its meaning, from 0 to 1. */
    strength: z.number(),
  })
  .meta({ id: 'KnowledgePassage' })
export type KnowledgePassage = z.infer<typeof KnowledgePassage>

export const ArticleVersion = z
  .object({ version: z.int(), title: z.string(), excerpt: z.string(), body: z.string(), isPublished: z.boolean(), createdAt: Timestamp })
  .meta({ id: 'KnowledgeArticleVersion' })
export type ArticleVersion = z.infer<typeof ArticleVersion>

export const Collection = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    /** Agents that were granted it may use it in answers to contacts on channels, although it is not public. */
    answersContacts: z.boolean(),
    /** How strong a passage of it must be for an agent to get it, in per cent, and how many an agent gets; null: as for all knowledge. */
    leastStrength: z.int().nullable(),
    passages: z.int().nullable(),
    articles: z.int(),
    documents: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'KnowledgeCollection' })
export type Collection = z.infer<typeof Collection>

const documentFields = {
  id: Id,
  name: z.string(),
  format: z.enum(documentFormats),
  sizeBytes: z.int(),
  status: z.enum(documentStatuses),
  /** Why it failed, and what to do. */
  error: z.object({ message: z.string(), ...messageKey }).nullable(),
  /** How many passages can be found; 0 until it is ready. */
  passages: z.int(),
  language: z.enum(languages),
  visibility: z.enum(documentVisibilities),
  collectionId: Id.nullable(),
  metadata: Metadata,
  /** The web address of a page of a source; null for an uploaded file. */
  sourceUrl: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export const KnowledgeDocument = z.object(documentFields).meta({ id: 'KnowledgeDocument' })
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>
const DocumentPassage = z.object({ position: z.int(), headings: z.array(z.string()), passage: z.string() })
export const KnowledgeDocumentDetail = z
  .object({ ...documentFields, shown: z.array(DocumentPassage).max(documentLimits.shownPassages) })
  .meta({ id: 'KnowledgeDocumentDetail' })
export type KnowledgeDocumentDetail = z.infer<typeof KnowledgeDocumentDetail>

/** A question of agents that no passage answered. */
export const UnansweredQuestion = z
  .object({
    id: Id,
    question: z.string(),
    asked: z.int(),
    /** The last run that asked it. */
    runId: Id.nullable(),
    askedAt: Timestamp,
  })
  .meta({ id: 'UnansweredQuestion' })
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>

export const CollectionBody = z.strictObject({
  name: required(80, 'Name is required'),
  description: text(300).default(''),
  answersContacts: z.boolean().default(false),
  /** Null: as for all knowledge. Left out, they stay. */
  leastStrength: LeastStrength.nullable().optional(),
  passages: PassageCount.nullable().optional(),
})
export type CollectionBody = z.infer<typeof CollectionBody>

const documentDetails = {
  language: z.enum(languages),
  visibility: z.enum(documentVisibilities),
  collectionId: Id.nullable(),
  metadata: Metadata,
}

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
  collectionId: Id.nullable(),
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
  collectionId: fields.collectionId.default(null),
  status: fields.status.default('DRAFT'),
  /** An unanswered question that this article answers: it leaves the list. */
  answers: Id.optional(),
})
export type CreateArticleBody = z.infer<typeof CreateArticleBody>

export const UpdateArticleBody = z.strictObject({
  ...z.strictObject({ title, ...fields }).partial().shape,
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type UpdateArticleBody = z.infer<typeof UpdateArticleBody>

const access = { read: 'knowledge:read', write: 'knowledge:write' } as const

const articles = operations('knowledge', access, {
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
  search: get('/knowledge/search', 'Search passages of articles and documents, the best first', {
    query: z.strictObject({
      q: required(500, 'Enter what to search for'),
      category: z.enum(articleCategories).optional(),
      /** Only passages of this collection. */
      collectionId: Id.optional(),
      /** Only documents whose metadata meets all conditions. */
      filter: Filter.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: z.array(KnowledgePassage).max(50),
    transaction: false,
    v1: true,
  }),
})

const library = operations('knowledge', access, {
  listCollections: get('/knowledge/collections', 'List collections by name', {
    reply: z.array(Collection).max(documentLimits.collections),
    v1: true,
  }),
  createCollection: create('/knowledge/collections', 'Make a collection', {
    body: CollectionBody,
    reply: Collection,
    idempotent: true,
    v1: true,
  }),
  updateCollection: update('/knowledge/collections/:id', 'Rename a collection', { body: CollectionBody, reply: Collection, v1: true }),
  removeCollection: remove('/knowledge/collections/:id', 'Delete an empty collection', { v1: true }),
  listDocuments: list('/knowledge/documents', 'List documents, the latest first', {
    row: KnowledgeDocument,
    filter: {
      q: text(200).optional(),
      status: z.enum(documentStatuses).optional(),
      collectionId: Id.optional(),
    },
    v1: true,
  }),
  uploadDocument: post(
    '/knowledge/documents',
    'Upload a document (Markdown, HTML, text, CSV, PDF, DOCX or XLSX); it is read in the background',
    {
      query: z.strictObject({
        name: line(200).min(1, 'Name is required'),
        /** Recognised from the text where it is left out. */
        language: documentDetails.language.optional(),
        visibility: documentDetails.visibility.default('organization'),
        collectionId: Id.optional(),
        /** Fields as JSON. */
        metadata: MetadataText.optional(),
      }),
      upload: ['application/octet-stream'],
      bodyLimit: documentLimits.bytes,
      reply: KnowledgeDocument,
      status: 201,
      errors: [409, 413, 415],
      transaction: false,
      v1: true,
    },
  ),
  readDocument: get('/knowledge/documents/:id', 'Read a document with some of its passages', {
    query: z.strictObject({ from: z.coerce.number().int().min(0).max(documentLimits.passages).default(0) }),
    reply: KnowledgeDocumentDetail,
    v1: true,
  }),
  updateDocument: update('/knowledge/documents/:id', 'Change the collection, visibility, language or metadata of a document', {
    body: z.strictObject(documentDetails).partial(),
    reply: KnowledgeDocument,
    errors: [],
    v1: true,
  }),
  retryDocument: post('/knowledge/documents/:id/retry', 'Read a failed document again', {
    reply: KnowledgeDocument,
    errors: [409],
    v1: true,
  }),
  removeDocument: remove('/knowledge/documents/:id', 'Delete a document and all of its passages', { errors: [], v1: true }),
  listQuestions: get('/knowledge/questions', 'List questions of agents without an answer, the most frequent first', {
    access: 'knowledge:write',
    reply: z.array(UnansweredQuestion).max(documentLimits.questions),
  }),
  dismissQuestion: remove('/knowledge/questions/:id', 'Dismiss an unanswered question', { errors: [] }),
})

export const knowledge = { ...articles, ...library }

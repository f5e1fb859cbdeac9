import { knowledge } from '@imperium/contract/knowledge.ts'
import type { KnowledgeArticleDetail, KnowledgeDocument, KnowledgeOverview } from '@imperium/contract/knowledge.ts'
import { inProductNames } from '../../lib/brand/brand.ts'
import { call, keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { KnowledgeSearch } from './knowledge-search.ts'

const inPlace = { silent: true } as const

/** Articles of the product speak of it by the name that this page has for it. */
export const inOwnName = <T extends { source: string }>(article: T): T => (article.source === 'product' ? inProductNames(article) : article)

export const articlesQuery = ({ q, category, status }: KnowledgeSearch) => ({
  ...pages(knowledge.list, {
    query: { limit: 100, ...(q ? { q } : {}), ...(category ? { category } : {}), ...(status ? { status } : {}) },
  }),
  meta: inPlace,
})
export const overviewQuery = { ...query(knowledge.overview), select: inProductNames<KnowledgeOverview>, meta: inPlace }
export const articleQuery = (id: string) => ({
  ...query(knowledge.read, { params: { id } }),
  select: inOwnName<KnowledgeArticleDetail>,
  meta: inPlace,
})

const pollMs = 2_000

/** Asked again while files are being read. */
export const documentsQuery = ({ q, collection, documentStatus }: KnowledgeSearch) => ({
  ...pages(knowledge.listDocuments, {
    query: {
      limit: 100,
      ...(q ? { q } : {}),
      ...(collection ? { collectionId: collection } : {}),
      ...(documentStatus ? { status: documentStatus } : {}),
    },
  }),
  refetchInterval: ({ state: { data } }: { state: { data?: { pages: { rows: KnowledgeDocument[] }[] } | undefined } }) =>
    data?.pages.some(({ rows }) => rows.some(isWaiting)) ? pollMs : false,
  meta: inPlace,
})
export const isWaiting = ({ status }: KnowledgeDocument): boolean => status === 'queued' || status === 'processing'
export const documentQuery = (id: string, from: number) => ({
  ...query(knowledge.readDocument, { params: { id }, query: { from } }),
  meta: inPlace,
})
export const collectionsQuery = { ...query(knowledge.listCollections), meta: inPlace }
export const questionsQuery = { ...query(knowledge.listQuestions), meta: inPlace }
export const versionsQuery = (id: string) => ({ ...query(knowledge.versions, { params: { id } }), meta: inPlace })

export const changed = [['knowledge']]

export const viewMutation = mutation(knowledge.view, { silent: true })
export const rateMutation = mutation(knowledge.rate, {
  failure: t('Your answer could not be saved'),
  invalidates: [keyOf(knowledge.read), keyOf(knowledge.list)],
})
export const removeMutation = mutation(knowledge.remove, {
  success: t('Article deleted'),
  failure: t('The article could not be deleted'),
  invalidates: changed,
})
export const statusMutation = mutation(knowledge.update, { failure: t('The article could not be saved'), invalidates: changed })

export interface DocumentSettings extends Pick<KnowledgeDocument, 'visibility' | 'collectionId' | 'metadata'> {
  /** Recognised from the text where there is none. */
  language: KnowledgeDocument['language'] | undefined
}

export const uploadDocument = (file: File, settings: DocumentSettings): Promise<KnowledgeDocument> => {
  const { collectionId, metadata, ...rest } = settings
  const hasFields = Object.keys(metadata).length > 0
  return call(
    knowledge.uploadDocument,
    {
      query: {
        name: file.name,
        ...rest,
        ...(collectionId ? { collectionId } : {}),
        ...(hasFields ? { metadata: JSON.stringify(metadata) } : {}),
      },
      body: new Blob([file], { type: 'application/octet-stream' }),
    },
    { timeoutMs: 180_000 },
  )
}
export const retryDocumentMutation = mutation(knowledge.retryDocument, {
  failure: t('The document could not be read again'),
  invalidates: changed,
})
export const removeDocumentMutation = mutation(knowledge.removeDocument, {
  success: t('Document deleted'),
  failure: t('The document could not be deleted'),
  invalidates: changed,
})
export const removeCollectionMutation = mutation(knowledge.removeCollection, {
  success: t('Collection deleted'),
  failure: t('The collection could not be deleted'),
  invalidates: changed,
})
export const dismissMutation = mutation(knowledge.dismissQuestion, {
  failure: t('The question could not be dismissed'),
  invalidates: [keyOf(knowledge.listQuestions)],
})
export const restoreMutation = mutation(knowledge.update, {
  success: t('Version restored'),
  failure: t('The article could not be saved'),
  invalidates: changed,
})

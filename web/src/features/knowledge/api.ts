import { knowledge } from '@imperium/contract/knowledge.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { KnowledgeSearch } from './knowledge-search.ts'

const inPlace = { silent: true } as const

export const articlesQuery = ({ q, category, status }: KnowledgeSearch) => ({
  ...pages(knowledge.list, {
    query: { limit: 100, ...(q ? { q } : {}), ...(category ? { category } : {}), ...(status ? { status } : {}) },
  }),
  meta: inPlace,
})
export const overviewQuery = { ...query(knowledge.overview), meta: inPlace }
export const articleQuery = (id: string) => ({ ...query(knowledge.read, { params: { id } }), meta: inPlace })
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

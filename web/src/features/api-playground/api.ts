import { apiPlayground } from '@imperium/contract/api-playground.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

export const collectionsQuery = { ...query(apiPlayground.collections), meta: { silent: true } }
export const historyQuery = { ...pages(apiPlayground.history, { query: { limit: 20 } }), meta: { silent: true } }

const collections = [keyOf(apiPlayground.collections)]
const history = [keyOf(apiPlayground.history)]

export const createCollectionMutation = mutation(apiPlayground.createCollection, { silent: true, invalidates: collections })
export const saveRequestMutation = mutation(apiPlayground.saveRequest, {
  silent: true,
  success: t('Request saved'),
  invalidates: collections,
})
export const removeRequestMutation = mutation(apiPlayground.removeRequest, { success: t('Request deleted'), invalidates: collections })
export const removeCollectionMutation = mutation(apiPlayground.removeCollection, {
  success: t('Collection deleted'),
  invalidates: collections,
})
export const recordCallMutation = mutation(apiPlayground.recordCall, { silent: true, invalidates: history })
export const clearHistoryMutation = mutation(apiPlayground.clearHistory, { invalidates: history })

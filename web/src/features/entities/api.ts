import { entities } from '@imperium/contract/entities/entities.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { EntitiesSearch } from './entities-search.ts'

const silent = { meta: { silent: true } }

export const entitiesQuery = ({ q, status }: EntitiesSearch) => ({
  ...pages(entities.list, { query: { limit: 100, ...(q ? { q } : {}), ...(status ? { status } : {}) } }),
  ...silent,
})
export const limitsQuery = { ...query(entities.limits), meta: { silent: true } }
export const statsQuery = { ...query(entities.stats), ...silent }
export const entityQuery = (id: string) => ({ ...query(entities.read, { params: { id } }), ...silent })
export const differenceQuery = (id: string) => ({ ...query(entities.difference, { params: { id } }), ...silent })
export const versionsQuery = (id: string) => ({ ...query(entities.versions, { params: { id } }), ...silent })
export const retiredQuery = (id: string) => ({ ...query(entities.retired, { params: { id } }), ...silent })

export const changed = [
  keyOf(entities.list),
  keyOf(entities.read),
  keyOf(entities.stats),
  keyOf(entities.limits),
  keyOf(entities.versions),
  keyOf(entities.retired),
  keyOf(entities.difference),
  ['records'],
]

const statusFailure = t('The status could not be changed')
export const deprecateMutation = mutation(entities.deprecate, {
  success: t('Entity deprecated'),
  failure: statusFailure,
  invalidates: changed,
})
export const archiveMutation = mutation(entities.archive, { success: t('Entity archived'), failure: statusFailure, invalidates: changed })
export const restoreMutation = mutation(entities.restore, {
  success: t('Entity is active again'),
  failure: statusFailure,
  invalidates: changed,
})
export const restoreFieldMutation = mutation(entities.restoreField, {
  success: t('Field restored'),
  failure: t('The field could not be restored'),
  invalidates: changed,
})
export const deleteRetiredMutation = mutation(entities.deleteRetired, {
  success: t('Old values deleted'),
  failure: t('The values could not be deleted'),
  invalidates: changed,
})
export const removeMutation = mutation(entities.remove, {
  success: t('Entity deleted successfully!'),
  failure: t('Failed to delete entity'),
  invalidates: changed,
})

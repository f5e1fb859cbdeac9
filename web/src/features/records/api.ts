import { entities } from '@imperium/contract/entities/entities.ts'
import { recordOperations } from '@imperium/contract/entities/records.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { RecordsSearch } from './records-search.ts'

const silent = { meta: { silent: true } }

/** The definition by its name: a list of one. */
export const entityNamedQuery = (name: string) => ({ ...pages(entities.list, { query: { limit: 200, q: name } }), ...silent })

const filterOf = ({ q, filter, trash }: RecordsSearch) => ({
  ...(q ? { q } : {}),
  ...(filter ? { filter } : {}),
  ...(trash ? { trash } : {}),
})

export const recordsQuery = (entity: string, search: RecordsSearch) => ({
  ...pages(recordOperations.list, {
    params: { entity },
    query: { limit: 100, ...filterOf(search), ...(search.sort ? { sort: search.sort } : {}) },
  }),
  ...silent,
})
export const countQuery = (entity: string, search: RecordsSearch) => ({
  ...query(recordOperations.count, { params: { entity }, query: filterOf(search) }),
  ...silent,
})
export const recordQuery = (entity: string, id: string) => ({ ...query(recordOperations.read, { params: { entity, id } }), ...silent })
export const targetsQuery = (entity: string, field: string, q: string) => ({
  ...query(recordOperations.targets, { params: { entity, field }, query: q ? { q } : {} }),
  ...silent,
})

export const changed = [keyOf(recordOperations.list), keyOf(recordOperations.count), keyOf(recordOperations.read)]

export const removeMutation = mutation(recordOperations.remove, {
  success: t('Record deleted'),
  failure: t('The record could not be deleted'),
  invalidates: changed,
})
export const restoreMutation = mutation(recordOperations.restore, {
  success: t('Record restored'),
  failure: t('The record could not be restored'),
  invalidates: changed,
})

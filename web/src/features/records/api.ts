import { entities } from '@imperium/contract/entities/entities.ts'
import { recordImports } from '@imperium/contract/entities/record-imports.ts'
import { recordViews } from '@imperium/contract/entities/record-views.ts'
import { recordOperations } from '@imperium/contract/entities/records.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { readConditions } from './conditions.ts'
import type { Condition } from './conditions.ts'
import { daysOfWeeks } from './month-days.ts'
import type { RecordsSearch } from './records-search.ts'

const silent = { meta: { silent: true } }

/** The definition by its name: a list of one. */
export const entityNamedQuery = (name: string) => ({ ...pages(entities.list, { query: { limit: 200, q: name } }), ...silent })

export const filterOf = ({ q, filter, trash }: RecordsSearch) => ({
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
/** The first 200 of a month and the days around it. */
export const monthRecordsQuery = (entity: string, search: RecordsSearch, by: string, month: string) => {
  const days = daysOfWeeks(month)
  const inMonth: Condition[] = [
    { field: by, operator: 'atLeast', value: days[0] ?? '' },
    { field: by, operator: 'atMost', value: days.at(-1) ?? '' },
  ]
  const filter = JSON.stringify([...readConditions(search.filter), ...inMonth])
  return {
    ...query(recordOperations.list, { params: { entity }, query: { limit: 200, ...filterOf({ ...search, filter }), sort: by } }),
    ...silent,
  }
}
export const recordQuery = (entity: string, id: string) => ({ ...query(recordOperations.read, { params: { entity, id } }), ...silent })
export const targetsQuery = (entity: string, field: string, q: string) => ({
  ...query(recordOperations.targets, { params: { entity, field }, query: q ? { q } : {} }),
  ...silent,
})

export const viewsQuery = (entity: string) => ({ ...query(recordViews.list, { params: { entity } }), ...silent })
export const importQuery = (id: string) => ({ ...query(recordImports.read, { params: { id } }), ...silent })

const viewsChanged = [keyOf(recordViews.list)]
export const createViewMutation = mutation(recordViews.create, {
  success: t('View saved'),
  failure: t('The view could not be saved'),
  invalidates: viewsChanged,
})
export const updateViewMutation = mutation(recordViews.update, {
  success: t('View saved'),
  failure: t('The view could not be saved'),
  invalidates: viewsChanged,
})
export const removeViewMutation = mutation(recordViews.remove, {
  success: t('View deleted'),
  failure: t('The view could not be deleted'),
  invalidates: viewsChanged,
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

import { metricGoals } from '@imperium/contract/analytics/metric-goals.ts'
import { metricViews } from '@imperium/contract/analytics/metric-views.ts'
import { keyOf, mutation, query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

const silent = { meta: { silent: true } } as const

export const viewsQuery = { ...query(metricViews.list), ...silent, staleTime: 30_000 }
const viewsChanged = [keyOf(metricViews.list)]

export const saveViewMutation = mutation(metricViews.create, {
  success: t('View saved'),
  failure: t('The view could not be saved'),
  invalidates: viewsChanged,
})
export const removeViewMutation = mutation(metricViews.remove, {
  success: t('View deleted'),
  failure: t('The view could not be deleted'),
  invalidates: viewsChanged,
})
export const pinMutation = mutation(metricViews.pin, { failure: t('The dashboard could not be arranged'), invalidates: viewsChanged })

export const goalsQuery = { ...query(metricGoals.list), ...silent, staleTime: 30_000 }
export const goalsChanged = [keyOf(metricGoals.list)]
export const removeGoalMutation = mutation(metricGoals.remove, {
  success: t('Goal deleted'),
  failure: t('The goal could not be deleted'),
  invalidates: goalsChanged,
})

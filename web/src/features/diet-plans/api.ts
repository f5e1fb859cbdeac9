import { aiModels } from '@imperium/contract/ai-models.ts'
import type { DietPlan, DietPlanRow } from '@imperium/contract/diet-plans/diet-plan.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { currentLanguage, t } from '../../lib/words.ts'
import type { DietPlansSearch } from './diet-plans-search.ts'

const silent = { silent: true } as const
/** While a plan is being written. */
const pollMs = 1_500

export const catalogueQuery = { ...query(aiModels.catalogue), meta: silent }

const isWritten = ({ statusReason }: DietPlanRow) => statusReason === 'generating'

export const dietPlansQuery = ({ q, status }: DietPlansSearch) => ({
  ...pages(dietPlans.list, { query: { limit: 100, ...(q ? { q } : {}), ...(status ? { status } : {}) } }),
  // Health data is asked for anew, and not kept.
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { pages: { rows: DietPlanRow[] }[] } | undefined } }) =>
    state.data?.pages.some(({ rows }) => rows.some(isWritten)) ? pollMs * 2 : (false as const),
  meta: silent,
})

export const statsQuery = { ...query(dietPlans.stats), staleTime: 0, meta: silent }

export const dietPlanQuery = (id: string) => ({
  ...query(dietPlans.read, { params: { id } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: DietPlan | undefined } }) => (state.data?.work ? pollMs : (false as const)),
  meta: silent,
})

export const shoppingQuery = (id: string) => ({
  ...query(dietPlans.shopping, { params: { id }, query: { language: currentLanguage() } }),
  staleTime: 0,
  meta: silent,
})

export const foodsQuery = { ...query(dietPlans.listFoods), meta: silent }

export const changed = [keyOf(dietPlans.list), keyOf(dietPlans.stats), keyOf(dietPlans.read), keyOf(dietPlans.shopping)]

/** Numbers of plans follow from the foods. */
export const changedFoods = [keyOf(dietPlans.listFoods), keyOf(dietPlans.read), keyOf(dietPlans.shopping)]

export const removeFoodMutation = mutation(dietPlans.removeFood, {
  success: t('Own food deleted'),
  failure: t('The food could not be deleted'),
  invalidates: changedFoods,
})

export const removeMutation = mutation(dietPlans.remove, {
  success: t('Diet plan deleted successfully'),
  failure: t('Failed to delete diet plan'),
  invalidates: [keyOf(dietPlans.list), keyOf(dietPlans.stats)],
})
export const retryMutation = mutation(dietPlans.retry, { failure: t('The diet plan could not go on'), invalidates: changed })
export const regenerateDayMutation = mutation(dietPlans.regenerateDay, {
  failure: t('The day could not be written again'),
  invalidates: changed,
})
export const regenerateMealMutation = mutation(dietPlans.regenerateMeal, {
  failure: t('The meal could not be written again'),
  invalidates: changed,
})
export const reviewMutation = mutation(dietPlans.review, {
  success: t('Review saved'),
  failure: t('The review could not be saved'),
  invalidates: changed,
})

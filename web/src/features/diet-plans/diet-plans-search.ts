import { dietPlanStatuses } from '@imperium/contract/diet-plans/diet-plan.ts'
import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

export const planTabs = ['days', 'checks', 'shopping', 'patient', 'versions'] as const
export type PlanTab = (typeof planTabs)[number]

/** The page's state in the URL. */
export interface DietPlansSearch {
  q?: string
  status?: (typeof dietPlanStatuses)[number]
  /** The form of a new plan is open. */
  create?: true
  /** The organization's own foods are open. */
  foods?: true
  /** The open plan, and its tab. */
  plan?: string
  tab?: PlanTab
}

/** Parses the page's URL and drops invalid values. */
export const parseDietPlansSearch = (search: Record<string, unknown>): DietPlansSearch =>
  withoutBlanks<DietPlansSearch>({
    q: textOf(search['q']),
    status: oneOf(dietPlanStatuses, search['status']),
    create: flagOf(search['create']),
    foods: flagOf(search['foods']),
    plan: textOf(search['plan'], 40),
    tab: oneOf(planTabs, search['tab']),
  })

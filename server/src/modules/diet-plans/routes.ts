import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { ownFoodLimits } from '@imperium/contract/diet-plans/own-foods.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { generatePlan, regenerate, removePlan, retryPlan, reviewPlan, swapFood, updateMeal } from './change-plans.ts'
import { importOwnFoods, removeOwnFood } from './foods/own-foods.ts'
import { listOwnFoods } from './foods/own-foods-store.ts'
import { fhirOrder } from './fhir-order.ts'
import { planPdf, shoppingPdf } from './plan-pdf.ts'
import { hashSearch } from './plan-words.ts'
import { openPlan, readPlan, referenceOf, todayOf, toRow } from './read-plan.ts'
import { shoppingList } from './shopping-list.ts'
import { countPlans, planPage } from './store.ts'

/** Who read which plan stands in the audit log, and nothing of what stood in it. */
const noteReading = ({ audit }: Pick<OrgContext, 'audit'>, id: string) => audit({ targetId: id, targetName: referenceOf(id) })

export const dietPlanOperations = (platform: Platform) =>
  bindOperations(dietPlans, {
    list: async ({ query }, context) => {
      const { tx, org, audit } = context
      const { q, status } = query
      const words = q === undefined ? [] : hashSearch(platform.hashAddress, org.id, q)
      const input = { today: todayOf(platform, context), words, status }
      const { rows, nextCursor } = await planPage(platform.cursors, { tx, list: 'diet-plans', query }, input)
      audit({ after: { shown: rows.length } })
      return { rows: rows.map((row) => toRow(platform.keyRing, row)), nextCursor }
    },
    stats: (_input, context) => countPlans(context.tx, todayOf(platform, context)),
    generate: ({ body }, context) => generatePlan(platform, context, body),
    read: ({ params }, context) => {
      noteReading(context, params.id)
      return readPlan(platform, context.tx, params.id, todayOf(platform, context))
    },
    remove: ({ params }, context) => removePlan(context, params.id),
    retry: ({ params }, context) => retryPlan(platform, context, params.id),
    regenerateDay: ({ params, body }, context) => regenerate(platform, context, params, body),
    regenerateMeal: ({ params, body }, context) => regenerate(platform, context, { ...params, meal: params.meal - 1 }, body),
    updateMeal: ({ params, body }, context) => updateMeal(platform, context, { ...params, meal: params.meal - 1 }, body),
    swapFood: ({ params, body }, context) => swapFood(platform, context, { ...params, meal: params.meal - 1 }, body),
    review: ({ params, body }, context) => reviewPlan(platform, context, params.id, body),
    pdf: async ({ params, query }, context) => {
      noteReading(context, params.id)
      const plan = await context.inOrg((tx) => openPlan(platform, tx, params.id, todayOf(platform, context)))
      return planPdf(context.org, plan, query.language ?? plan.row.language)
    },
    shopping: async ({ params, query }, context) => {
      noteReading(context, params.id)
      const { row, days } = await openPlan(platform, context.tx, params.id, todayOf(platform, context))
      return shoppingList(days, query.language ?? row.language)
    },
    shoppingPdf: async ({ params, query }, context) => {
      noteReading(context, params.id)
      const plan = await context.inOrg((tx) => openPlan(platform, tx, params.id, todayOf(platform, context)))
      return shoppingPdf(context.org, plan, query.language ?? plan.row.language)
    },
    fhir: async ({ params }, context) => {
      noteReading(context, params.id)
      const order = fhirOrder(await openPlan(platform, context.tx, params.id, todayOf(platform, context)))
      return { content: JSON.stringify(order, null, 2), fileName: `${referenceOf(params.id)}.json` }
    },
    listFoods: (_input, { tx }) => listOwnFoods(tx, ownFoodLimits.foods),
    importFoods: ({ body }, context) => importOwnFoods(platform, context, body.bytes),
    removeFood: ({ params }, context) => removeOwnFood(context, params.id),
  })

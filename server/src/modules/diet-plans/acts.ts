import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const dietPlanActs: ModuleActs = {
  kinds: { 'diet-plans': 'change' },
  sentences: {
    'diet-plans.list': describedAct('change', '{actor} looked at the list of diet plans'),
    'diet-plans.read': describedAct('change', '{actor} read the diet plan {target}'),
    'diet-plans.pdf': describedAct('change', '{actor} printed the diet plan {target}'),
    'diet-plans.shopping': describedAct('change', '{actor} read the shopping list of the diet plan {target}'),
    'diet-plans.fhir': describedAct('change', '{actor} exported the diet plan {target}'),
    'diet-plans.generate': describedAct('change', '{actor} generated the diet plan {target}'),
    'diet-plans.retry': describedAct('change', '{actor} went on with the diet plan {target}'),
    'diet-plans.regenerateDay': describedAct('change', '{actor} had a day of the diet plan {target} written again'),
    'diet-plans.regenerateMeal': describedAct('change', '{actor} had a meal of the diet plan {target} written again'),
    'diet-plans.updateMeal': describedAct('change', '{actor} changed a meal of the diet plan {target}'),
    'diet-plans.swapFood': describedAct('change', '{actor} swapped a food of the diet plan {target}'),
    'diet-plans.shoppingPdf': describedAct('change', '{actor} printed the shopping list of the diet plan {target}'),
    'diet-plans.importFoods': describedAct('change', '{actor} imported foods from {target}'),
    'diet-plans.removeFood': describedAct('change', '{actor} deleted the own food {target}'),
    'diet-plans.review': describedAct('change', '{actor} reviewed the diet plan {target}'),
    'diet-plans.remove': describedAct('change', '{actor} deleted the diet plan {target}'),
  },
}

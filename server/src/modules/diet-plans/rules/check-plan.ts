import type { DayPlan, DietConflict, DietPlanPatient } from '@imperium/contract/diet-plans/diet-plan.ts'
import { createBreather } from '../../../platform/breathe.ts'
import { englishNameOf } from '../foods/food-names.ts'
import { allergenFinder, isKnownAllergy, plainText } from './find-allergens.ts'
import { hasDailyLimit } from './daily-limits.ts'
import { isKnownRestriction, restrictionFinder } from './restrictions.ts'

interface FoodRule {
  /** Of the medication or disease. */
  names: RegExp
  foods: RegExp
  because: string
  /** A group of allergens that breaks it, too. */
  allergen?: string
}

/** The day on which the rules for medications and diseases were last compared with their sources. */
export const rulesAsOf = '2026-11-29'

/** Foods that labels of medicines warn of, as of `rulesAsOf`. Short on purpose: every other medication is shown as not checked. */
const medicationRules: readonly FoodRule[] = [
  {
    names: /\b(simvastatin|atorvastatin|lovastatin|felodipine|nifedipine|amlodipine|cyclosporine|ciclosporin|tacrolimus|buspirone)\w*/u,
    foods: /\b(grapefruits?|pomelos?|pomelo|pamplemousse|pomelo|toronja)\b|グレープフルーツ/u,
    because: 'Grapefruit changes how much of the medicine is in the blood.',
  },
  {
    names: /\b(warfarin|acenocoumarol|phenprocoumon|coumadin|marcumar)\b/u,
    foods: /\b(kale|spinach|collards?|swiss chard|chard|brussels sprouts?|broccoli|parsley|natto)\b|納豆|ほうれん草/u,
    because: 'Much vitamin K weakens the medicine: the amount should stay the same from day to day.',
  },
  {
    names: /\b(phenelzine|tranylcypromine|isocarboxazid|selegiline|maoi|mao inhibitor)\w*/u,
    foods:
      /\b(aged cheese|cheddar|parmesan|blue cheese|gorgonzola|roquefort|stilton|gruyere|salami|pepperoni|chorizo|sauerkraut|kimchi|soy sauce|miso|tempeh|tofu|beer|red wine|fava beans?|broad beans?)\b/u,
    because: 'Tyramine with this medicine can raise the blood pressure dangerously.',
  },
  {
    names: /\b(ciprofloxacin|doxycycline|tetracycline|minocycline)\b/u,
    foods: /\b(milk|yogh?urt|cheese|kefir|buttermilk)\b/u,
    because: 'Milk products keep the medicine from being taken up: leave some hours between them.',
  },
  {
    names: /\b(spironolactone|eplerenone|amiloride|triamterene|lisinopril|enalapril|ramipril|losartan|valsartan)\b/u,
    foods: /\b(salt substitutes?|potassium salt|potassium chloride|low sodium salt)\b/u,
    because: 'Potassium may rise too high with this medicine.',
  },
]

const diseaseRules: readonly FoodRule[] = [
  {
    names: /diabet|糖尿/u,
    foods:
      /\b(sugar|honey|syrup|jaggery|candy|candies|soda|sweetened|condensed milk|jam|marmalade|ice cream|azucar|miel|sucre|zucker|honig)\b|砂糖|はちみつ/u,
    because: 'Added sugar raises the blood glucose quickly.',
  },
  {
    names: /hypertens|high blood pressure|bluthochdruck|高血圧/u,
    foods:
      /\b(bacon|ham|salami|sausages?|soy sauce|pickles?|bouillon|stock cubes?|fish sauce|salted|sauerkraut|instant noodles?|chips)\b|醤油|漬物/u,
    because: 'It holds much salt.',
  },
  {
    names: /gout|gicht|goutte|gota|痛風/u,
    foods: /\b(liver|kidneys?|sweetbreads?|anchov(y|ies)|sardines?|herring|mussels?|beer|organ meats?)\b|レバー/u,
    because: 'It holds many purines.',
  },
  {
    names: /kidney disease|renal|ckd|niereninsuffizienz|腎/u,
    foods: /\b(bananas?|avocados?|potato(es)?|spinach|dried fruits?|raisins|dates|nuts|salt substitutes?)\b/u,
    because: 'It holds much potassium.',
  },
  {
    names: /celiac|coeliac|zoliakie|coeliaque|celiaqu|セリアック/u,
    foods: /$^/u,
    allergen: 'gluten',
    because: 'It contains gluten.',
  },
  {
    names: /phenylketonuria|pku/u,
    foods: /\b(meat|chicken|beef|pork|fish|eggs?|milk|cheese|nuts|soy|tofu|beans|lentils|aspartame)\b/u,
    because: 'It holds much phenylalanine.',
  },
]

interface Place {
  day: number
  meal: string
  mealIndex: number
  ingredient: string
}

/** What the plan calls it, what the model calls it in English, and what the list of names does: most rules are in English. */
const namesOf = ({ ingredient }: Place, food: string): string =>
  [...new Set([ingredient, food, englishNameOf(ingredient)?.name ?? ''])].filter(Boolean).join(' ')

type Broken = Pick<DietConflict, 'kind' | 'rule' | 'because'>
/** What an ingredient breaks, by its name and the same in plain letters. */
type Check = (name: string, plain: string) => Broken[]

function checkByRules(kind: 'medication' | 'disease', rule: string, rules: readonly FoodRule[]): Check[] {
  const about = plainText(rule)
  return rules
    .filter(({ names }) => names.test(about))
    .map(({ foods, allergen, because }) => {
      const find = allergen === undefined ? null : allergenFinder(allergen)
      return (name, plain) => (foods.test(plain) || (find !== null && find(name).length > 0) ? [{ kind, rule, because }] : [])
    })
}

/** All rules of a patient, each read once. */
function checksOf({ allergies, dietaryRestrictions, medications, disease }: DietPlanPatient): Check[] {
  const byAllergy = allergies.map((rule): Check => {
    const find = allergenFinder(rule)
    return (name) =>
      find(name)
        .slice(0, 1)
        .map(({ word, allergen }) => ({ kind: 'allergy', rule, because: `${word}: ${allergen}` }))
  })
  const byRestriction = dietaryRestrictions.map((rule): Check => {
    const find = restrictionFinder(rule)
    return (name) => {
      const word = find(name)
      return word === null ? [] : [{ kind: 'restriction', rule, because: word }]
    }
  })
  const byMedication = medications.flatMap((rule) => checkByRules('medication', rule, medicationRules))
  return [...byAllergy, ...byRestriction, ...byMedication, ...checkByRules('disease', disease, diseaseRules)]
}

const mostConflicts = 500

/** Every rule that a meal breaks, named by day, meal and ingredient. Of more than can be listed, allergies come first. */
export async function findConflicts(days: readonly DayPlan[], patient: DietPlanPatient): Promise<DietConflict[]> {
  const checks = checksOf(patient)
  const known = new Map<string, Broken[]>()
  const breathe = createBreather()
  const brokenBy = (name: string): Broken[] => {
    const broken = known.get(name) ?? checks.flatMap((check) => check(name, plainText(name)))
    known.set(name, broken)
    return broken
  }
  const found: DietConflict[] = []
  const counts = { allergy: 0, other: 0 }
  for (const { day, meals } of days)
    for (const [mealIndex, { name: meal, ingredients }] of meals.entries())
      for (const { name: ingredient, food } of ingredients) {
        const place = { day, meal, mealIndex, ingredient }
        for (const broken of brokenBy(namesOf(place, food)))
          if (counts[broken.kind === 'allergy' ? 'allergy' : 'other']++ < mostConflicts) found.push({ ...place, ...broken })
        await breathe()
      }
  if (found.length <= mostConflicts) return found
  const isAllergy = ({ kind }: DietConflict) => kind === 'allergy'
  return [...found.filter(isAllergy), ...found.filter((each) => !isAllergy(each))].slice(0, mostConflicts)
}

/** What was entered and no rule covers, so that silence is not taken for safety. */
export const notChecked = ({ allergies, medications, dietaryRestrictions, disease }: DietPlanPatient): string[] => [
  ...allergies.filter((each) => !isKnownAllergy(each)),
  ...medications.filter((each) => !medicationRules.some(({ names }) => names.test(plainText(each)))),
  ...dietaryRestrictions.filter((each) => !isKnownRestriction(each)),
  ...(hasDailyLimit(disease) || diseaseRules.some(({ names }) => names.test(plainText(disease))) ? [] : [disease]),
]

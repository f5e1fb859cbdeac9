import type { DayPlan, Ingredient, Meal, Nutrition, WrittenIngredient, WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { StoredDay } from '../days-store.ts'
import { matchFood } from './match-food.ts'
import { noOwnFoods } from './own-foods.ts'
import type { OwnFoods } from './own-foods.ts'
import type { Food } from './food-table.ts'
import { weigh } from './weigh.ts'

const fields = ['calories', 'protein', 'carbs', 'fats'] as const
const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

interface Counted {
  ingredient: Ingredient
  /** What its numbers come from. */
  food: Food | null
}

function countIngredient({ name, food, amount, unit, state }: WrittenIngredient, own: OwnFoods): Counted {
  const ownFood = own(name) ?? own(food)
  const found = ownFood ? { food: ownFood, confidence: 1 } : (matchFood(food || name, state) ?? matchFood(name, state))
  const without = (missing: 'food' | 'amount'): Counted => ({
    ingredient: { name, food, amount, unit, state, match: null, missing },
    food: null,
  })
  if (found === null) return without('food')
  const weighed = weigh(found.food, amount, unit)
  if (weighed === null) return without('amount')
  const match = {
    source: ownFood ? ('own' as const) : ('usda-sr24' as const),
    foodId: found.food.id,
    foodName: found.food.name,
    confidence: found.confidence,
    grams: round(weighed.grams, 1),
    gramsFrom: weighed.gramsFrom,
  }
  return { ingredient: { name, food, amount, unit, state, match, missing: null }, food: found.food }
}

const per100 = (food: Food): Nutrition => ({ calories: food.kcal, protein: food.protein, carbs: food.carbs, fats: food.fat })

/** Sums what is known; null where none of the parts is known, because "not measured" is not 0. */
function sumOf(parts: readonly Nutrition[]): Nutrition {
  const sum = (field: keyof Nutrition) => {
    const known = parts.map((part) => part[field]).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  }
  return { calories: sum('calories'), protein: sum('protein'), carbs: sum('carbs'), fats: sum('fats') }
}

const rounded = (nutrition: Nutrition): Nutrition => ({
  calories: nutrition.calories === null ? null : round(nutrition.calories, 0),
  protein: nutrition.protein === null ? null : round(nutrition.protein, 1),
  carbs: nutrition.carbs === null ? null : round(nutrition.carbs, 1),
  fats: nutrition.fats === null ? null : round(nutrition.fats, 1),
})

function nutritionOf({ ingredient: { match }, food }: Counted): Nutrition[] {
  if (!match || !food) return []
  const each = per100(food)
  const scaled = Object.fromEntries(
    fields.map((field) => [field, each[field] === null ? null : (each[field] * match.grams) / 100]),
  ) as Record<(typeof fields)[number], number | null>
  return [scaled]
}

/** A meal with the foods that its ingredients mean, and the numbers that follow from them. */
export function countMeal(meal: WrittenMeal, own: OwnFoods = noOwnFoods): Meal {
  const counted = meal.ingredients.map((ingredient) => countIngredient(ingredient, own))
  return {
    ...meal,
    ingredients: counted.map(({ ingredient }) => ingredient),
    nutrition: rounded(sumOf(counted.flatMap(nutritionOf))),
    unmatched: counted.filter(({ food }) => food === null).length,
  }
}

/** Grams of a food with the energy of an ingredient, so that the totals stay; null where one of the two has no energy. */
export function gramsOfSameEnergy(
  before: WrittenIngredient,
  name: string,
  own: OwnFoods,
): { grams: number; state: WrittenIngredient['state'] } | null {
  const old = countIngredient(before, own)
  const [oldEnergy = null] = nutritionOf(old).map(({ calories }) => calories)
  const next = countIngredient({ name, food: name, amount: 100, unit: 'g', state: before.state }, own)
  const [per100 = null] = nutritionOf(next).map(({ calories }) => calories)
  if (oldEnergy === null || per100 === null || per100 <= 0 || oldEnergy <= 0) return null
  const grams = (oldEnergy / per100) * 100
  return { grams: grams < 10 ? round(grams, 1) : round(grams, 0), state: before.state }
}

/** Milligrams of sodium in a day, and how many ingredients have no known amount. */
export function countSodium({ meals }: Pick<StoredDay, 'meals'>, own: OwnFoods): { milligrams: number; unknown: number } {
  const counted = meals.flatMap(({ ingredients }) => ingredients.map((ingredient) => countIngredient(ingredient, own)))
  const known = counted.flatMap(({ ingredient: { match }, food }) =>
    match && food && food.sodium !== null ? [(food.sodium * match.grams) / 100] : [],
  )
  return { milligrams: Math.round(known.reduce((sum, each) => sum + each, 0)), unknown: counted.length - known.length }
}

export function countDay({ day, version, meals }: StoredDay, own: OwnFoods = noOwnFoods): DayPlan {
  const counted = meals.map((meal) => countMeal(meal, own))
  return {
    day,
    version,
    meals: counted,
    nutrition: rounded(sumOf(counted.map(({ nutrition }) => nutrition))),
    unmatched: counted.reduce((sum, { unmatched }) => sum + unmatched, 0),
  }
}

import type { DayPlan, Ingredient, Meal, Nutrition, WrittenIngredient, WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { StoredDay } from '../days-store.ts'
import { matchFood } from './match-food.ts'
import { foodTable } from './food-table.ts'
import type { Food } from './food-table.ts'
import { weigh } from './weigh.ts'

const fields = ['calories', 'protein', 'carbs', 'fats'] as const
const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

function ingredientOf(written: WrittenIngredient): Ingredient {
  const { name, food, amount, unit, state } = written
  const found = matchFood(food || name, state)
  if (found === null) return { name, food, amount, unit, state, match: null, missing: 'food' }
  const weighed = weigh(found.food, amount, unit)
  if (weighed === null) return { name, food, amount, unit, state, match: null, missing: 'amount' }
  const match = {
    source: 'usda-sr24' as const,
    foodId: found.food.id,
    foodName: found.food.name,
    confidence: found.confidence,
    grams: round(weighed.grams, 1),
    gramsFrom: weighed.gramsFrom,
  }
  return { name, food, amount, unit, state, match, missing: null }
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

function nutritionOf({ match }: Ingredient): Nutrition[] {
  const food = match === null ? undefined : foodTable().byId.get(match.foodId)
  if (!match || !food) return []
  const each = per100(food)
  const scaled = Object.fromEntries(
    fields.map((field) => [field, each[field] === null ? null : (each[field] * match.grams) / 100]),
  ) as Record<(typeof fields)[number], number | null>
  return [scaled]
}

/** A meal with the foods that its ingredients mean, and the numbers that follow from them. */
export function countMeal(meal: WrittenMeal): Meal {
  const ingredients = meal.ingredients.map(ingredientOf)
  return {
    ...meal,
    ingredients,
    nutrition: rounded(sumOf(ingredients.flatMap(nutritionOf))),
    unmatched: ingredients.filter(({ match }) => match === null).length,
  }
}

export function countDay({ day, version, meals }: StoredDay): DayPlan {
  const counted = meals.map(countMeal)
  return {
    day,
    version,
    meals: counted,
    nutrition: rounded(sumOf(counted.map(({ nutrition }) => nutrition))),
    unmatched: counted.reduce((sum, { unmatched }) => sum + unmatched, 0),
  }
}

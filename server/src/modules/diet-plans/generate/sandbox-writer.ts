import { z } from 'zod'
import type { WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { JsonObject } from '../../../platform/llm/types.ts'
import { allergenFinder } from '../rules/find-allergens.ts'
import { restrictionFinder } from '../rules/restrictions.ts'
import { sandboxRecipes } from './sandbox-recipes.ts'
import type { Recipe } from './sandbox-recipes.ts'

const Slot = z.object({ mealType: z.string(), time: z.string() })
const Request = z.object({
  disease: z.string().default(''),
  allergies: z.array(z.string()).default([]),
  dietaryRestrictions: z.array(z.string()).default([]),
  days: z.array(z.number()).default([]),
  meals: z.array(Slot).default([]),
  before: z.array(z.string()).default([]),
  meal: Slot.extend({ name: z.string() }).optional(),
})
type Request = z.infer<typeof Request>

function readRequest(text: string): Request {
  try {
    return Request.parse(JSON.parse(text))
  } catch {
    // Another caller of this output sends another text.
    return Request.parse({})
  }
}

const kindOf = (mealType: string): Recipe['kind'] => {
  if (mealType === 'Breakfast') return 'breakfast'
  return /snack/i.test(mealType) ? 'snack' : 'main'
}

function fitsOf({ allergies, dietaryRestrictions }: Request): (recipe: Recipe) => boolean {
  const [allergens, restrictions] = [allergies.map(allergenFinder), dietaryRestrictions.map(restrictionFinder)]
  return ({ ingredients }) =>
    ingredients.every(({ food }) => allergens.every((find) => find(food).length === 0) && restrictions.every((find) => find(food) === null))
}

/** A dish of the kind that fits the patient, another one for each turn. */
function choose(request: Request, mealType: string, turn: number): Recipe {
  const kind = kindOf(mealType)
  const ofKind = sandboxRecipes.filter((each) => each.kind === kind)
  const fitting = ofKind.filter(fitsOf(request))
  // With no dish left the conflict is shown, as with any model.
  const from = fitting.length > 0 ? fitting : ofKind
  const chosen = from[turn % from.length]
  if (!chosen) throw new TypeError('the sandbox has no recipes')
  return chosen
}

const mealOf = ({ name, ingredients, preparation }: Recipe, { mealType, time }: z.infer<typeof Slot>): WrittenMeal => ({
  mealType,
  time,
  name,
  ingredients: [...ingredients],
  preparation,
})

export function writeSandboxDays(text: string): JsonObject {
  const request = readRequest(text)
  const days = request.days.map((day) => ({
    day,
    meals: request.meals.map((slot, at) => mealOf(choose(request, slot.mealType, day + at), slot)),
  }))
  return { days }
}

export function writeSandboxMeal(text: string): JsonObject {
  const request = readRequest(text)
  const { meal = { mealType: 'Lunch', time: '13:00', name: '' } } = request
  const turns = sandboxRecipes.map((_, turn) => choose(request, meal.mealType, turn))
  const other = turns.find(({ name }) => name !== meal.name) ?? choose(request, meal.mealType, 0)
  return { meal: mealOf(other, { mealType: meal.mealType, time: meal.time }) }
}

export function writeSandboxOutline(text: string): JsonObject {
  const { disease, allergies } = readRequest(text)
  const about = disease || 'the patient'
  return {
    summary: {
      title: `Balanced diet for ${about}`,
      description: `A plain plan by the built-in sandbox model for ${about}. It follows fixed rules and replaces no dietitian.`,
      keyRecommendations: [
        'Eat vegetables or fruit with each meal.',
        'Prefer whole grains and pulses to refined flour.',
        'Drink water or unsweetened tea.',
        'Keep regular meal times.',
      ],
    },
    foodsToAvoid: [...allergies, 'Sweetened drinks', 'Deep-fried food', 'Highly processed snacks'],
    foodsToEmphasize: ['Vegetables', 'Pulses', 'Whole grains', 'Nuts in small amounts', 'Fish, where it fits'],
  }
}

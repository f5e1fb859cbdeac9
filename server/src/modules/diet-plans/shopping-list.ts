import type { DayPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { ShoppingItem } from '@imperium/contract/diet-plans/diet-plans.ts'
import { nameInLanguage } from './foods/food-names.ts'

/** Everything that the meals need, each food once. Names of common foods in the language; others as the plan says them. */
export function shoppingList(days: readonly DayPlan[], language: string): ShoppingItem[] {
  const items = new Map<string, ShoppingItem>()
  for (const { meals } of days)
    for (const { ingredients } of meals)
      for (const { name: written, amount, unit, match } of ingredients) {
        const name = nameInLanguage(written, language) ?? written
        const key = match ? `${match.foodId} ${name.toLowerCase()}` : name.toLowerCase()
        const item = items.get(key) ?? { name, grams: null, others: [], meals: 0 }
        item.meals += 1
        if (match) item.grams = Math.round((item.grams ?? 0) + match.grams)
        else if (item.others.length < 20) item.others.push(`${amount} ${unit}`.trim())
        items.set(key, item)
      }
  return [...items.values()].toSorted((a, b) => a.name.localeCompare(b.name, language))
}

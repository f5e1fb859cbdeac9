import { expect, test } from 'vitest'
import { countMeal } from './count-nutrition.ts'
import { foodTable } from './food-table.ts'
import { matchFood } from './match-food.ts'
import { weigh } from './weigh.ts'

test.each([
  ['rice', 'cooked', 'Rice, white, long-grain, regular, cooked'],
  ['rice', 'raw', 'Rice, white, long-grain, regular, raw'],
  ['olive oil', null, 'Oil, olive, salad or cooking'],
  ['grilled chicken breast', null, 'Chicken, broilers or fryers, breast, meat only, cooked'],
  ['ghee', null, 'Butter oil, anhydrous'],
  ['besan', null, 'Chickpea flour (besan)'],
  ['honey', null, 'Honey'],
  ['lemon juice', null, 'Lemon juice, raw'],
  ['boiled eggs', 'cooked', 'Egg, whole, cooked'],
] as const)('%s (%s) is %s', (name, state, food) => {
  expect(matchFood(name, state)?.food.name).toMatch(new RegExp(`^${food.replaceAll(/[()]/g, String.raw`\$&`)}`))
})

test.each(['paneer', 'idli', 'greek yogurt', 'garam masala', 'unicorn steak', ''])('%s has no food, rather than a wrong one', (name) => {
  expect(matchFood(name, null)).toBeNull()
})

test('weighs by weight, by the household measures of the food, and by its volume', () => {
  const food = (name: string) => foodTable().foods.find((each) => each.name === name)!
  expect(weigh(food('Bananas, raw'), 1, 'medium')).toEqual({ grams: 118, gramsFrom: 'measure' })
  expect(weigh(food('Oil, olive, salad or cooking'), 2, 'tbsp')).toEqual({ grams: 27, gramsFrom: 'volume' })
  expect(weigh(food('Honey'), 1, 'kg')).toEqual({ grams: 1_000, gramsFrom: 'weight' })
  expect(weigh(food('Milk, whole, 3.25% milkfat, with added vitamin D'), 200, 'ml')?.grams).toBeCloseTo(206, 0)
  expect(weigh(food('Honey'), 1, 'bunch')).toBeNull()
})

test('counts what matches, and never what does not', () => {
  const line = (food: string, amount: number, unit = 'g') => ({ name: food, food, amount, unit, state: 'raw' as const })
  const meal = { mealType: 'Lunch', time: '13:00', name: 'A', preparation: '', ingredients: [line('olive oil', 10), line('paneer', 100)] }
  const counted = countMeal(meal)
  expect(counted).toMatchObject({ unmatched: 1, nutrition: { calories: 88, fats: 10, protein: 0 } })
  expect(countMeal({ ...meal, ingredients: [line('paneer', 100)] }).nutrition).toEqual({
    calories: null,
    protein: null,
    carbs: null,
    fats: null,
  })
})

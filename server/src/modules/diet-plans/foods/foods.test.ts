import { expect, test } from 'vitest'
import { countMeal } from './count-nutrition.ts'
import { foodTable } from './food-table.ts'
import { matchFood } from './match-food.ts'
import { ingredientsOfCuisines } from './testing/ingredient-list.ts'
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

test('matches at least nine of ten ingredients of five cuisines, and at most one of fifty wrongly', () => {
  const all = Object.values(ingredientsOfCuisines).flat()
  const found = all.map(({ name, expected }) => ({ name, expected, food: matchFood(name, null)?.food.name }))
  const matched = found.filter(({ food }) => food !== undefined)
  const wrong = matched.filter(({ food = '', expected }) => expected === null || !expected.test(food))
  expect(all).toHaveLength(300)
  expect(matched.length).toBeGreaterThanOrEqual(270)
  expect(wrong.map(({ name, food }) => `${name}: ${food}`)).toEqual([])
})

test.each([
  ['buckwheat flour', /^Buckwheat flour/],
  ['gouda cheese', /^Cheese, gouda/],
  ['almond flour', null],
  ['tomato soup', null],
  ['smoked salmon', null],
  ['rice milk', null],
  ['guacamole', null],
] as const)('takes %s for itself, not for a food that shares a word', (name, expected) => {
  const food = matchFood(name, null)?.food.name
  expect(food ?? 'none').toMatch(expected ?? /^none$/)
})

test('reads the preparation of names in other languages as raw or cooked', () => {
  expect(matchFood('gekochte Kartoffeln', null)?.food.name).toMatch(/cooked|boiled/)
  expect(matchFood('茹でほうれん草', null)?.food.name).toMatch(/cooked/)
  expect(matchFood('cebolla picada', null)?.food.name).toBe('Onions, raw')
})

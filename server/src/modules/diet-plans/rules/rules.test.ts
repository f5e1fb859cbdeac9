import { expect, test } from 'vitest'
import fc from 'fast-check'
import { DietPlanPatient } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { DayPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import { findConflicts } from './check-plan.ts'
import { allergenFinder, plainText } from './find-allergens.ts'
import { restrictionFinder } from './restrictions.ts'

const findAllergens = (ingredient: string, allergy: string) => allergenFinder(allergy)(ingredient)
const breaksRestriction = (ingredient: string, restriction: string) => restrictionFinder(restriction)(ingredient)

test.each([
  ['Ghee', 'milk'],
  ['Atta', 'gluten'],
  ['Tahini', 'sesame'],
  ['Butterschmalz', 'Milch'],
  ['Weizenmehl Type 405', 'Gluten'],
  ['Beurre noisette', 'lait'],
  ['Mantequilla', 'lácteos'],
  ['きな粉', '大豆'],
  ['醤油', '小麦アレルギー'],
  ['Mayonnaise', 'eggs'],
  ['Eier', 'Hühnerei'],
  ['œufs durs', 'œuf'],
  ['Worcestershire sauce', 'fish'],
  ['Gambas al ajillo', 'shellfish'],
  ['Erdnussbutter', 'peanut allergy'],
  ['Marzipan', 'nuts'],
  ['Edamame', 'soy'],
  ['Strawberries', 'strawberry'],
  ['Kiwi fruit', 'Kiwi'],
])('%s is found for the allergy %s', (ingredient, allergy) => {
  expect(findAllergens(ingredient, allergy)).not.toEqual([])
})

test.each([
  ['Coconut milk', 'milk'],
  ['Eggplant', 'egg'],
  ['Buckwheat flour', 'gluten'],
  ['Butternut squash', 'milk'],
  ['Nutmeg', 'nuts'],
  ['Kokosmilch', 'Milch'],
  ['豆乳', '牛乳'],
  ['Peanut butter', 'milk'],
  ['Rice', 'kiwi'],
])('%s is no conflict with %s', (ingredient, allergy) => {
  expect(findAllergens(ingredient, allergy)).toEqual([])
})

test('restrictions name the word that breaks them', () => {
  expect(breaksRestriction('Chicken broth', 'Vegetarian')).toBe('chicken')
  expect(breaksRestriction('Paneer', 'vegan')).toBe('paneer')
  expect(breaksRestriction('Tofu', 'vegan')).toBeNull()
  expect(breaksRestriction('Schinkenspeck', 'Halal')).not.toBeNull()
  expect(breaksRestriction('Coconut milk', 'vegan')).toBeNull()
})

test('reads any text without an error', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), fc.string({ maxLength: 20, unit: 'grapheme' }), (ingredient, allergy) => {
      findAllergens(ingredient, allergy)
      breaksRestriction(ingredient, allergy)
      expect(plainText(plainText(ingredient))).toBe(plainText(ingredient))
    }),
    { numRuns: 60 },
  )
})

const ingredient = (name: string) => ({
  name,
  food: '',
  amount: 1,
  unit: 'g',
  state: 'raw' as const,
  match: null,
  missing: 'food' as const,
})
const nutrition = { calories: null, protein: null, carbs: null, fats: null }
const meal = (...names: string[]) => ({
  mealType: 'Lunch',
  time: '12:00',
  name: 'Plate',
  preparation: '',
  ingredients: names.map(ingredient),
  nutrition,
  unmatched: names.length,
})

test('of more conflicts than can be listed, allergies come first: a plan with one is not approved', async () => {
  const patient = DietPlanPatient.parse({
    patientName: 'Ana',
    disease: 'Gastritis',
    allergies: ['milk'],
    dietaryRestrictions: ['Vegetarian'],
  })
  const meals = Array.from({ length: 600 }, () => meal('Chicken'))
  const days = [{ day: 1, version: 1, meals: [...meals, meal('Ghee')], nutrition }]
  const found = await findConflicts(days as unknown as DayPlan[], patient)
  expect(found).toHaveLength(500)
  expect(found[0]).toMatchObject({ kind: 'allergy', mealIndex: 600, ingredient: 'Ghee', rule: 'milk' })
  expect(
    await findConflicts([{ day: 1, version: 1, meals: [meal('Ghee', 'Chicken')], nutrition }] as unknown as DayPlan[], patient),
  ).toEqual([
    {
      day: 1,
      meal: 'Plate',
      mealIndex: 0,
      ingredient: 'Ghee',
      kind: 'allergy',
      rule: 'milk',
      because: expect.stringContaining('milk') as string,
    },
    { day: 1, meal: 'Plate', mealIndex: 0, ingredient: 'Chicken', kind: 'restriction', rule: 'Vegetarian', because: 'chicken' },
  ])
})

import { expect, test } from 'vitest'
import fc from 'fast-check'
import { DietPlanPatient } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { DayPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import { findConflicts, notChecked } from './check-plan.ts'
import { allergenFinder, isKnownAllergy, plainText } from './find-allergens.ts'
import { restrictionFinder } from './restrictions.ts'
import { harmlessIngredients, ingredientsWithAllergens } from './testing/allergen-list.ts'

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

// First run of the lists: 15 of 157 were missed, and 4 of 59 were false alarms.
test.each(Object.entries(ingredientsWithAllergens))('names every allergen of the list in %s', (_language, list) => {
  expect(list.length).toBeGreaterThanOrEqual(30)
  expect(list.filter(({ allergy, ingredient }) => findAllergens(ingredient, allergy).length === 0)).toEqual([])
})

test.each(Object.entries(harmlessIngredients))('raises no alarm for what only sounds alike in %s', (_language, list) => {
  expect(list.filter(({ allergy, ingredient }) => findAllergens(ingredient, allergy).length > 0)).toEqual([])
})

test('knows allergies by the names that patients use', () => {
  const english = 'milk allergy; Allergic to nuts; seafood; lactose intolerance; buckwheat; peanuts (severe); salmon'
  const french = 'fruits à coque; allergie aux arachides; œufs; frutos de cáscara; alergia a la leche'
  const german = 'Kuhmilch; Allergie gegen Nüsse; Krustentiere; Pistazien; そばアレルギー; 卵アレルギー; さば; くるみ'
  const allergies = [english, french, german].flatMap((list) => list.split('; '))
  expect(allergies.filter((allergy) => !isKnownAllergy(allergy))).toEqual([])
  expect(findAllergens('Buckwheat flour', 'buckwheat')).not.toEqual([])
  // Lactose-free milk still holds milk protein.
  expect(findAllergens('lactose-free milk', 'milk')).not.toEqual([])
})

const patient = {
  patientName: 'A',
  patientAge: null,
  patientGender: null,
  disease: 'Rare disease',
  allergies: ['dragon scales', 'milk'],
  medications: ['Unknownol'],
  dietaryRestrictions: [],
  specialInstructions: '',
  weightKg: null,
  heightCm: null,
  activity: null,
  pregnancy: null,
}

test('says what no rule covers, an allergy included', async () => {
  expect(notChecked(patient)).toEqual(['dragon scales', 'Unknownol', 'Rare disease'])
  expect(await findConflicts([], patient)).toEqual([])
})

test('applies the rules for medications and diseases to names in other languages', async () => {
  const rulesFor = async (name: string, given: { medications?: string[]; disease?: string; allergies?: string[] }) => {
    const ingredients = [{ name, food: '', amount: 1, unit: 'g', state: null, match: null, missing: 'food' as const }]
    const nutrition = { calories: null, protein: null, carbs: null, fats: null }
    const meal = { mealType: 'Lunch', time: '13:00', name: 'A', preparation: '', ingredients, nutrition, unmatched: 1 }
    const day = { day: 1, version: 1, meals: [meal], nutrition, unmatched: 1 }
    const found = await findConflicts([day], { ...patient, allergies: [], medications: [], disease: 'None', ...given })
    return found.map(({ kind }) => kind)
  }
  expect(await rulesFor('Blattspinat', { medications: ['Marcumar'] })).toEqual(['medication'])
  expect(await rulesFor('ほうれん草', { medications: ['warfarin'] })).toEqual(['medication'])
  expect(await rulesFor('leche entera', { medications: ['Doxycycline 100 mg'] })).toEqual(['medication'])
  expect(await rulesFor('Kartoffeln', { disease: 'CKD stage 3' })).toEqual(['disease'])
  expect(await rulesFor('miel', { disease: 'Diabetes' })).toEqual(['disease'])
  expect(await rulesFor('Kokosmilch', { allergies: ['Milch'] })).toEqual([])
})

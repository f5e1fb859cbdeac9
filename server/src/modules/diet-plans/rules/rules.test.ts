import { expect, test } from 'vitest'
import fc from 'fast-check'
import { findAllergens, plainText } from './find-allergens.ts'
import { breaksRestriction } from './restrictions.ts'

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

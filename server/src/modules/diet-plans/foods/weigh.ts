import type { Food, Measure } from './food-table.ts'

export interface Weighed {
  grams: number
  gramsFrom: 'weight' | 'measure' | 'volume'
}

const gramsPer: Readonly<Record<string, number>> = {
  g: 1,
  gram: 1,
  gm: 1,
  kg: 1_000,
  kilogram: 1_000,
  mg: 0.001,
  oz: 28.35,
  ounce: 28.35,
  lb: 453.6,
  pound: 453.6,
}
const millilitresPer: Readonly<Record<string, number>> = {
  ml: 1,
  millilitre: 1,
  milliliter: 1,
  cl: 10,
  dl: 100,
  l: 1_000,
  litre: 1_000,
  liter: 1_000,
  tsp: 4.93,
  teaspoon: 4.93,
  tbsp: 14.79,
  tablespoon: 14.79,
  cup: 236.6,
  'fl oz': 29.57,
  glass: 240,
}
/** Of a food that is counted: the usual one before the others. */
const countable = ['medium', 'piece', 'fruit', 'each', 'whole', 'large', 'small', 'item', 'unit']

const plainUnit = (unit: string): string => {
  const word = unit.trim().toLowerCase().replaceAll('.', '')
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}

const nameOfMeasure = ({ measure }: Measure): string => plainUnit(measure.toLowerCase().split(/[,(]/)[0] ?? '')
const per = ({ amount, grams }: Measure): number => grams / amount

const isLiquid = ({ name }: Food): boolean =>
  /\b(milk|juice|water|broth|beverage|beverages|tea|coffee|vinegar|stock|buttermilk|soymilk)\b/i.test(name)

/** Grams of a millilitre, by a measure of volume that the food has. */
function densityOf(food: Food): number | null {
  for (const measure of food.measures) {
    const millilitres = millilitresPer[nameOfMeasure(measure)]
    if (millilitres !== undefined) return per(measure) / millilitres
  }
  return isLiquid(food) ? 1 : null
}

function countedGrams(food: Food, unit: string): number | null {
  const exact = food.measures.find((measure) => nameOfMeasure(measure) === unit)
  if (unit !== '' && exact) return per(exact)
  if (unit !== '' && !countable.includes(unit)) {
    const begins = food.measures.find((measure) =>
      measure.measure
        .toLowerCase()
        .split(/[^a-z]+/)
        .map(plainUnit)
        .includes(unit),
    )
    return begins ? per(begins) : null
  }
  const sizes = unit === '' || unit === 'piece' || unit === 'whole' ? countable : [unit]
  for (const size of sizes) {
    const found = food.measures.find((measure) =>
      measure.measure
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(size),
    )
    if (found) return per(found)
  }
  return null
}

/** Grams of an amount of a food; null where its unit says nothing about a weight. */
export function weigh(food: Food, amount: number, unit: string): Weighed | null {
  const word = plainUnit(unit)
  const weight = gramsPer[word]
  if (weight !== undefined) return { grams: amount * weight, gramsFrom: 'weight' }
  const counted = countedGrams(food, word)
  if (counted !== null) return { grams: amount * counted, gramsFrom: 'measure' }
  const millilitres = millilitresPer[word]
  const density = millilitres === undefined ? null : densityOf(food)
  if (millilitres === undefined || density === null) return null
  return { grams: amount * millilitres * density, gramsFrom: 'volume' }
}

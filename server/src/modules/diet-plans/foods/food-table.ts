import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Shown wherever a number of this table is. */
export const foodSource = 'USDA National Nutrient Database for Standard Reference, Release 24 (2011)'

/** Amounts per 100 g of the edible part; null: not measured, which is not 0. */
export interface Food {
  id: string
  name: string
  kcal: number | null
  protein: number | null
  carbs: number | null
  fat: number | null
  /** Milligrams. */
  sodium: number | null
  measures: Measure[]
}

export interface Measure {
  amount: number
  /** `cup, chopped` */
  measure: string
  grams: number
}

interface FoodTable {
  foods: readonly Food[]
  byId: ReadonlyMap<string, Food>
}

const linesOf = (file: string): string[][] =>
  gunzipSync(readFileSync(new URL(`./usda-sr24/${file}`, import.meta.url)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

const numberOrNull = (cell: string | undefined): number | null => (cell === undefined || cell === '' ? null : Number(cell))

function readTable(): FoodTable {
  const [head = [], ...rows] = linesOf('foods.tsv.gz')
  const at = (column: string) => {
    const place = head.indexOf(column)
    if (place < 0) throw new Error(`the food table has no column ${column}`)
    return place
  }
  const [energy, protein, carbs, fat, sodium] = [at('Energy'), at('Protein'), at('Carbs'), at('Fat'), at('Sodium')]
  const foods = rows.map((row): Food => ({
    id: row[0] ?? '',
    name: row[1] ?? '',
    kcal: numberOrNull(row[energy]),
    protein: numberOrNull(row[protein]),
    carbs: numberOrNull(row[carbs]),
    fat: numberOrNull(row[fat]),
    sodium: numberOrNull(row[sodium]),
    measures: [],
  }))
  const byId = new Map(foods.map((food) => [food.id, food]))
  for (const [id = '', amount, measure = '', grams] of linesOf('measures.tsv.gz').slice(1))
    byId.get(id)?.measures.push({ amount: Number(amount), measure, grams: Number(grams) })
  return { foods, byId }
}

let table: FoodTable | null = null

/** Read from its file at the first use: 8,000 foods, about 60 ms. */
export const foodTable = (): FoodTable => (table ??= readTable())

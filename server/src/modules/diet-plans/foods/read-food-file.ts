import { ownFoodLimits } from '@imperium/contract/diet-plans/own-foods.ts'
import type { OwnFoodImport } from '@imperium/contract/diet-plans/own-foods.ts'
import { invalid } from '../../../platform/errors.ts'
import { decimalSignOf, readNumber } from '../../../platform/text/read-number.ts'
import type { DecimalSign } from '../../../platform/text/read-number.ts'
import { readTableSafely } from '../../../platform/text/read-table-safely.ts'
import { storableText } from '../../../platform/text/storable.ts'
import { ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import { plainText } from '../rules/find-allergens.ts'
import type { FoodOfFile } from './own-foods-store.ts'

/** Headings, as the example file writes them and as people and other tables do. */
const headings = {
  name: 'name|food|lebensmittel|alimento|aliment|食品名',
  kcal: 'kcal|energy|energy kcal|calories|energie|energia|エネルギー',
  protein: 'protein|protein g|eiweiss|proteinas|proteines|たんぱく質',
  carbs: 'carbs|carbohydrates|carbohydrate|kohlenhydrate|carbohidratos|glucides|炭水化物',
  fat: 'fat|fats|fat g|fett|grasas|grasa|lipides|matieres grasses|脂質',
  sodium: 'sodium|sodium mg|natrium|sodio|ナトリウム',
  measure: 'measure|household measure|mass|medida|mesure',
  measureGrams: 'measure grams|grams|gramm|gramos|grammes',
  source: 'source|quelle|fuente|出典',
} as const
type Field = keyof typeof headings

/** The most of 100 g; sodium in milligrams. */
const most: Readonly<Partial<Record<Field, number>>> = {
  kcal: 950,
  protein: 100,
  carbs: 100,
  fat: 100,
  sodium: 40_000,
  measureGrams: 10_000,
}
const mostTitles = 20
const mostFaults = 100

const plain = (cell: string): string =>
  plainText(cell)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const fieldOf = (cell: string): Field | undefined =>
  (Object.keys(headings) as Field[]).find((field) => headings[field].split('|').includes(plain(cell)))

const refuse = (message: string) => invalid([{ path: 'file', message }])

async function readRows(orgId: string, bytes: Uint8Array) {
  const rows = await readTableSafely({ orgId }, bytes, ownFoodLimits.rows + mostTitles + 1).catch((error: unknown) => {
    if (error instanceof ReaderFault) throw refuse('This is no CSV or Excel file with a line of headings')
    if (error instanceof ReaderLimitError) throw refuse('Reading this file takes too much time or memory. Split it into smaller files.')
    throw error
  })
  if (rows === null) throw refuse('The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.')
  return rows
}

export interface FoodFile {
  foods: FoodOfFile[]
  faults: OwnFoodImport['faults']
}

/** Foods of a CSV or Excel file, by its headings; rows with faults are named and left out. @throws 422 for what is no such table */
export async function readFoodFile(orgId: string, bytes: Uint8Array): Promise<FoodFile> {
  const rows = await readRows(orgId, bytes)
  const head = rows.slice(0, mostTitles).findIndex(({ cells }) => cells.some((cell) => fieldOf(cell) === 'name'))
  if (head < 0) throw refuse('The first line needs the headings of the example file')
  const places = new Map<Field, number>()
  for (const [at, cell] of (rows[head]?.cells ?? []).entries()) {
    const field = fieldOf(cell)
    if (field && !places.has(field)) places.set(field, at)
  }
  const data = rows.slice(head + 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (data.length > ownFoodLimits.rows) throw refuse('At most 2,000 rows can be imported at once')
  const cellOf = (cells: readonly string[], field: Field): string => {
    const at = places.get(field)
    return at === undefined ? '' : (cells[at] ?? '').trim()
  }
  const signs = new Map<Field, DecimalSign | null>(
    (Object.keys(most) as Field[]).map((field) => [field, decimalSignOf(data.flatMap(({ cells }) => cellOf(cells, field) || []))]),
  )
  const file: FoodFile = { foods: [], faults: [] }
  for (const { line, cells } of data) readFood(file, line, (field) => cellOf(cells, field), signs)
  return file
}

function readFood(file: FoodFile, line: number, cell: (field: Field) => string, signs: ReadonlyMap<Field, DecimalSign | null>): void {
  const faults: OwnFoodImport['faults'] = []
  const numberOf = (field: Field): number | null => {
    const text = cell(field)
    if (text === '' || text === '-' || text === '–') return null
    const read = readNumber(text.replace(/\s*(kcal|mg|g)$/i, ''), signs.get(field) ?? null)
    if ('fault' in read) faults.push({ line, column: field, message: read.fault ?? 'This is not a number' })
    else if (read.value < 0 || read.value > (most[field] ?? 0))
      faults.push({ line, column: field, message: 'The amount is outside of what 100 g of a food can have' })
    else return read.value
    return null
  }
  const name = storableText(cell('name')).replaceAll(/\s+/g, ' ').slice(0, 120)
  if (name === '') faults.push({ line, column: 'name', message: 'Name is required' })
  const [kcal, protein, carbs, fat, sodium] = [
    numberOf('kcal'),
    numberOf('protein'),
    numberOf('carbs'),
    numberOf('fat'),
    numberOf('sodium'),
  ]
  if (faults.length === 0 && kcal === null && protein === null && carbs === null && fat === null)
    faults.push({ line, column: 'kcal', message: 'The row has no amounts' })
  if ((protein ?? 0) + (carbs ?? 0) + (fat ?? 0) > 105)
    faults.push({
      line,
      column: 'protein',
      message: 'Protein, carbohydrates and fat are more than 100 g together: the amounts are of 100 g',
    })
  const grams = numberOf('measureGrams')
  const measure = storableText(cell('measure')).slice(0, 40)
  if (faults.length > 0) {
    file.faults.push(...faults.slice(0, Math.max(0, mostFaults - file.faults.length)))
    return
  }
  const isMeasured = measure !== '' && grams !== null && grams > 0
  file.foods.push({
    line,
    name,
    kcal,
    protein,
    carbs,
    fat,
    sodium,
    measure: isMeasured ? measure : null,
    measureGrams: isMeasured ? grams : null,
    source: storableText(cell('source')).slice(0, 200),
  })
}

import type { Ingredient, WrittenIngredient } from '@imperium/contract/diet-plans/diet-plan.ts'

/** An ingredient as a person edits it: `120 g brown rice, cooked`. */
export const lineOf = ({ amount, unit, name, state }: Ingredient): string =>
  `${amount} ${unit} ${name}${state === 'cooked' ? ', cooked' : ''}`.replaceAll(/\s+/g, ' ').trim()

const units = new Set(
  `g kg mg oz lb ml cl dl l tsp tbsp cup cups glass slice slices piece pieces clove cloves medium large small handful pinch can bunch stalk leaf leaves`.split(
    ' ',
  ),
)
const form = /^(?<amount>\d+(?:[.,]\d+)?(?:\s*\/\s*\d+)?)?\s*(?<rest>.*)$/u

function amountOf(written: string | undefined): number {
  if (!written) return 1
  const [whole = '', below] = written.replace(',', '.').split('/')
  return below === undefined ? Number(whole) : Number(whole) / (Number(below) || 1)
}

/** Lines as ingredients. What a line names as before keeps its English name, so that it finds the same food. */
export function readLines(text: string, before: readonly Ingredient[]): WrittenIngredient[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const { amount, rest = '' } = form.exec(line)?.groups ?? {}
      const [first = '', ...others] = rest.split(' ')
      const hasUnit = units.has(first.toLowerCase()) && others.length > 0
      const words = (hasUnit ? others.join(' ') : rest).trim()
      const isCooked = /,\s*cooked$/i.test(words)
      const name = words.replace(/,\s*cooked$/i, '').slice(0, 120)
      const known = before.find((each) => each.name === name)
      return {
        name,
        food: known?.food ?? name,
        amount: amountOf(amount),
        unit: hasUnit ? first : (known?.unit ?? 'piece'),
        state: isCooked ? 'cooked' : known?.state === 'raw' ? 'raw' : null,
      } satisfies WrittenIngredient
    })
}

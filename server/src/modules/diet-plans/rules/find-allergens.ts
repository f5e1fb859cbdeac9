import { allergens } from './allergens.ts'
import type { Allergen } from './allergens.ts'

const isIdeographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Lower case without accents; `ß` as `ss`, so that both spellings are one. Marks of Japanese letters stay: `が` is not `か`. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('’', "'")

const longWord = 5
const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A word of the list as a pattern: whole with an ending of the plural, long ones inside of other words too. */
function patternOf(word: string): string {
  if (isIdeographic.test(word)) return escaped(word)
  const spaced = escaped(word).replaceAll(' ', String.raw`[\s-]+`)
  if (word.length >= longWord && !word.includes(' ')) return spaced
  return String.raw`(?<![\p{L}\p{N}])${spaced}(?:s|es|n|en)?(?![\p{L}\p{N}])`
}

const patternFor = (words: string): RegExp | null => {
  const all = [...new Set(words.split('|').map(plainText).filter(Boolean))].toSorted((a, b) => b.length - a.length)
  return all.length === 0 ? null : new RegExp(all.map(patternOf).join('|'), 'gu')
}

const lastWords =
  /\b(allergy|allergies|allergic|intolerance|intolerant|free|alergia|intolerancia|allergie|unvertraglichkeit|intoleranz|a la|al|aux|au|to|gegen|a|al|the|severe|mild|products?)\b/gu

/** The name of an allergy without the words around it: `Allergie gegen Nüsse` is `nusse`. */
const bareAllergy = (allergy: string): string =>
  plainText(allergy)
    .replaceAll('アレルギー', '')
    .replace(lastWords, ' ')
    .replaceAll(/[^\p{L}\p{N}' -]+/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')

interface Compiled {
  id: string
  names: ReadonlySet<string>
  foods: RegExp
  without: RegExp | null
  freeOf: RegExp | null
}

const compile = ({ id, names, foods, without, freeOf = '' }: Allergen): Compiled => ({
  id,
  names: new Set(names.split('|').map(bareAllergy)),
  foods: patternFor(foods) ?? /$^/gu,
  without: patternFor(without),
  freeOf: patternFor(freeOf),
})

const compiled: readonly Compiled[] = allergens.map(compile)

/** The groups that an allergy, as it was entered, is about. */
function groupsOf(allergy: string): Compiled[] {
  const plain = bareAllergy(allergy)
  const whole = compiled.filter(({ names }) => names.has(plain) || names.has(plain.replace(/e?s$/, '')))
  if (whole.length > 0) return whole
  return compiled.filter(({ names }) => [...names].some((name) => name.length > 2 && patternMatches(name, plain)))
}

const patternMatches = (name: string, text: string): boolean => new RegExp(patternOf(name), 'u').test(text)

/** Whether derived ingredients of an allergy are known; of another one only its own name is looked for. */
export const isKnownAllergy = (allergy: string): boolean => groupsOf(allergy).length > 0

/** The allergy's own word in the name, for what no group knows: kiwi, strawberry. */
function namesIt(ingredient: string, allergy: string): boolean {
  const words = plainText(allergy)
    .replace(lastWords, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => isIdeographic.test(word) || word.length > 2)
  return (
    words.length > 0 && words.every((word) => new RegExp(patternOf(word.replace(/(?<=\p{L}{3})(ies|es|s|y)$/u, '')), 'u').test(ingredient))
  )
}

/** What in the name of an ingredient the allergy is about: the word, and the allergen that it stands for. */
export function findAllergens(ingredient: string, allergy: string): { word: string; allergen: string }[] {
  const plain = plainText(ingredient)
  const found = groupsOf(allergy).flatMap(({ id, foods, without, freeOf }) => {
    if (freeOf !== null && plain.search(freeOf) >= 0) return []
    const rest = without === null ? plain : plain.replaceAll(without, ' ')
    const match = rest.match(foods)?.[0]
    return match === undefined ? [] : [{ word: match, allergen: id }]
  })
  if (found.length > 0) return found
  return groupsOf(allergy).length === 0 && namesIt(plain, allergy) ? [{ word: plain, allergen: plainText(allergy) }] : []
}

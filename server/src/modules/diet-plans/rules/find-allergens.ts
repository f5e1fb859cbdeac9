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

const wordsOf = (words: string): string[] => [...new Set(words.split('|').map(plainText).filter(Boolean))]

const patternFor = (words: string, flags: string): RegExp | null => {
  const all = wordsOf(words).toSorted((a, b) => b.length - a.length)
  return all.length === 0 ? null : new RegExp(all.map(patternOf).join('|'), flags)
}
const patternOfWord = (word: string): RegExp => new RegExp(patternOf(word), 'u')

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
  /** Names that are long enough to be looked for inside of what was entered. */
  namePatterns: readonly RegExp[]
  foods: RegExp
  without: RegExp | null
  freeOf: RegExp | null
}

const compile = ({ id, names, foods, without, freeOf = '' }: Allergen): Compiled => {
  const all = names.split('|').map(bareAllergy).filter(Boolean)
  return {
    id,
    names: new Set(all),
    namePatterns: all.filter((name) => name.length > 2).map(patternOfWord),
    foods: patternFor(foods, 'u') ?? /$^/u,
    without: patternFor(without, 'gu'),
    freeOf: patternFor(freeOf, 'u'),
  }
}

const compiled: readonly Compiled[] = allergens.map(compile)

/** The groups that an allergy, as it was entered, is about. */
function groupsOf(allergy: string): readonly Compiled[] {
  const plain = bareAllergy(allergy)
  const whole = compiled.filter(({ names }) => names.has(plain) || names.has(plain.replace(/e?s$/, '')))
  if (whole.length > 0) return whole
  return compiled.filter(({ namePatterns }) => namePatterns.some((pattern) => pattern.test(plain)))
}

/** Whether derived ingredients of an allergy are known; of another one only its own name is looked for. */
export const isKnownAllergy = (allergy: string): boolean => groupsOf(allergy).length > 0

/** The allergy's own words as patterns, for what no group knows: kiwi, strawberry. */
const ownWords = (allergy: string): RegExp[] =>
  plainText(allergy)
    .replace(lastWords, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => isIdeographic.test(word) || word.length > 2)
    .map((word) => patternOfWord(word.replace(/(?<=\p{L}{3})(ies|es|s|y)$/u, '')))

interface FoundAllergen {
  word: string
  allergen: string
}

/**
 * What finds, in the names of ingredients, what one allergy is about: the word, and the allergen that it stands for. The allergy is read
 * once, because a plan has thousands of ingredients.
 */
export function allergenFinder(allergy: string): (ingredient: string) => FoundAllergen[] {
  const groups = groupsOf(allergy)
  const own = groups.length === 0 ? ownWords(allergy) : []
  return (ingredient) => {
    const plain = plainText(ingredient)
    if (own.length > 0 && own.every((pattern) => pattern.test(plain))) return [{ word: plain, allergen: plainText(allergy) }]
    return groups.flatMap(({ id, foods, without, freeOf }) => {
      if (freeOf !== null && plain.search(freeOf) >= 0) return []
      const rest = without === null ? plain : plain.replaceAll(without, ' ')
      const match = rest.match(foods)?.[0]
      return match === undefined ? [] : [{ word: match, allergen: id }]
    })
  }
}

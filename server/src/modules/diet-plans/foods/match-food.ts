import { LRUCache } from 'lru-cache'
import { foodAliases } from './food-aliases.ts'
import { absentFoods, foodIds } from './food-ids.ts'
import { englishNameOf } from './food-names.ts'
import { foodTable } from './food-table.ts'
import type { Food } from './food-table.ts'

export interface FoodMatch {
  food: Food
  /** 0 to 1. */
  confidence: number
}

type State = 'raw' | 'cooked' | null

/** Words that name no food. */
const fillers = new Set(
  `a an and or of the with in to into for from fresh freshly chopped diced sliced minced grated shredded crushed peeled trimmed halved
  large small medium big baby young organic extra virgin finely thinly roughly cut pieces piece optional plain pure natural good quality
  ripe washed rinsed seedless boneless skinless lean home made homemade style about approx`.split(/\s+/),
)
const cookedWords = new Set(
  'cooked boiled baked roasted steamed grilled fried broiled braised stewed poached sauteed toasted prepared pan simmered'.split(' '),
)
const rawWords = new Set('raw uncooked dry'.split(' '))

/** First parts of names that say a kind; the food itself is named by the part that follows. */
const kinds = new Set(
  `fish spice nut seed oil cheese bean cereal crustacean mollusk beverage sugar bread syrup soup sauce candy squash pepper leavening noodle
  seaweed mushroom agent`.split(/\s+/),
)
/** Qualifiers that change little. */
const neutral = new Set(
  `raw mature seed without salt enriched unenriched regular year round average all commercial variety fluid added vitamin commercially type
  unspecified fresh mixed species grade choice separable only include red green yellow white long grain meat flesh skin drained boiled`.split(
    /\s+/,
  ),
)
/** Qualifiers that make another food of it, unless the name asks for them. */
const changing = new Set(
  `dehydrated dried powder powdered canned frozen babyfood imitation industrial juice oil flour chip soup candied sweetened breaded fried
  sprouted salted smoked pickled souffle substitute lowfat light reduced nonfat fat free instant mix condensed evaporated infant formula pie
  cake cookie cracker snack dessert pudding drink sauce spread dressing salad dinner restaurant fast baby dry leaf peel butter vanilla
  chocolate flavored syrup concentrate paste loaf roll cured ham bacon sausage liver heart kidney gizzard giblet skin fortified`.split(
    /\s+/,
  ),
)

const singular = (word: string): string => {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word === 'cookies' ? 'cookie' : `${word.slice(0, -3)}y`
  if (word.endsWith('leaves')) return 'leaf'
  if (/(ches|shes|xes|zes|toes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/(dry|moist) heat/gi, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => singular(word.replace(/^\.+|\.+$/g, '')))
    .filter(Boolean)

interface Indexed {
  food: Food
  head: Set<string>
  words: Set<string>
  isBranded: boolean
  isSalted: boolean
  state: State
}

interface Index {
  byWord: Map<string, Indexed[]>
  weightOf: (word: string) => number
}

function headOf(name: string): Set<string> {
  const [first = '', second = ''] = name.split(',')
  const head = wordsIn(first.split(' with ')[0] ?? '')
  return new Set(head.length === 1 && kinds.has(head[0] ?? '') && second ? [...head, ...wordsIn(second)] : head)
}

function buildIndex(): Index {
  const byWord = new Map<string, Indexed[]>()
  const { foods } = foodTable()
  for (const food of foods) {
    const words = new Set(wordsIn(food.name).filter((word) => !fillers.has(word)))
    const state: State = [...words].some((word) => cookedWords.has(word))
      ? 'cooked'
      : [...words].some((word) => rawWords.has(word))
        ? 'raw'
        : null
    const isBranded = /\b[A-Z]{3,}/.test(food.name)
    const isSalted = /with (added )?salt/i.test(food.name)
    const indexed = { food, head: headOf(food.name), words, isBranded, isSalted, state }
    for (const word of words) {
      const foodsWith = byWord.get(word)
      if (foodsWith) foodsWith.push(indexed)
      else byWord.set(word, [indexed])
    }
  }
  const weightOf = (word: string) => Math.log(1 + foods.length / (1 + (byWord.get(word)?.length ?? 0)))
  return { byWord, weightOf }
}

let index: Index | null = null
const foodIndex = (): Index => (index ??= buildIndex())

/** Before the first match: table and index take 60 ms each, and others are served in between. */
export async function prepareFoods(): Promise<void> {
  if (index) return
  foodTable()
  await new Promise((resolve) => setImmediate(resolve))
  foodIndex()
}

const longestAlias = 3
/** After these words a name is of what is made of the food: lemon juice is no lemon. */
const madeOf = new Set('juice zest peel milk oil butter flour starch sauce syrup bread cake noodle jam paste vinegar chip'.split(' '))
const aliases: ReadonlyMap<string, readonly string[]> = new Map(
  [...Object.entries(foodAliases), ...absentFoods.map((name) => [name, ''] as const)].map(([name, meant]) => [
    name,
    wordsIn(meant).filter((word) => !fillers.has(word)),
  ]),
)

/** Their usual kind is meant only where nothing else is said: buckwheat flour is no wheat flour, gouda cheese no cheddar. */
const generic = new Set(
  'flour milk oil bread rice cheese pepper corn noodle butter cream tea coffee vinegar mustard sugar salt pasta yogurt yoghurt lettuce mushroom tuna cabbage'.split(
    ' ',
  ),
)

function aliasAt(words: readonly string[], at: number): { length: number; meant: readonly string[] } | null {
  for (let length = Math.min(longestAlias, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length).join(' ')
    const meant = generic.has(name) && words.length > 1 ? undefined : aliases.get(name)
    if (meant !== undefined && !madeOf.has(words[at + length] ?? '')) return { length, meant }
  }
  return null
}

/** The words of a name as the table would say them; null where it has no such food. */
function renamed(words: readonly string[]): { words: string[]; said: string[]; isKnown: boolean } | null {
  const result: string[] = []
  const said: string[] = []
  let isKnown = false
  for (let at = 0; at < words.length;) {
    const alias = aliasAt(words, at)
    if (alias?.meant.length === 0) return null
    if (alias) isKnown = true
    result.push(...(alias?.meant ?? words.slice(at, at + 1)))
    if (!alias) said.push(...words.slice(at, at + 1))
    at += alias?.length ?? 1
  }
  return { words: result, said, isKnown }
}

const directFoods = new Map(
  Object.entries(foodIds).map(([name, food]) => [
    wordsIn(name)
      .filter((word) => !fillers.has(word))
      .join(' '),
    food,
  ]),
)

function penaltyOf({ words, head, isBranded, isSalted, state }: Indexed, asked: ReadonlySet<string>, wanted: State): number {
  let penalty = 0
  for (const word of words) {
    if (asked.has(word)) continue
    if (head.has(word) && !kinds.has(word)) penalty += 0.3
    else if (changing.has(word)) penalty += 0.3
    else if (!neutral.has(word) && !cookedWords.has(word) && !/^\d/.test(word)) penalty += 0.05
    else penalty += 0.004
  }
  if (isBranded) penalty += 0.3
  if (isSalted) penalty += 0.02
  if (wanted === 'cooked' && state === 'raw') penalty += 0.3
  if (wanted !== 'cooked' && state === 'cooked') penalty += 0.35
  if (wanted === 'cooked' && state === null) penalty += 0.05
  return penalty
}

/** What covers less of the name is another food. */
const leastCoverage = 0.75
const leastScore = 0.3

function search(name: string, state: State): FoodMatch | null {
  const all = wordsIn(name)
  const wanted: State = state ?? (all.some((word) => cookedWords.has(word)) ? 'cooked' : null)
  const plain = all.filter((word) => !fillers.has(word) && !cookedWords.has(word) && !rawWords.has(word))
  const direct = directFoods.get(plain.join(' '))
  const known = direct && foodTable().byId.get(wanted === 'cooked' ? (direct.cooked ?? direct.id) : direct.id)
  if (known) return { food: known, confidence: 1 }
  const said = renamed(plain)
  if (said === null || said.words.length === 0) return null
  const asked = new Set(said.words)
  const { byWord, weightOf } = foodIndex()
  const total = [...asked].reduce((sum, word) => sum + weightOf(word), 0)
  let best: { found: Indexed; score: number; coverage: number } | null = null
  for (const found of new Set([...asked].flatMap((word) => byWord.get(word) ?? []))) {
    // The food itself must be named: a qualifier that fits is not enough.
    const core = [...found.head].filter((word) => !kinds.has(word))
    if (core.length > 0 ? !core.some((word) => asked.has(word)) : ![...found.head].some((word) => asked.has(word))) continue
    // Tomato soup is no tomato, smoked salmon no fresh one.
    if (said.said.some((word) => (changing.has(word) || kinds.has(word)) && !found.words.has(word))) continue
    const coverage = [...asked].filter((word) => found.words.has(word)).reduce((sum, word) => sum + weightOf(word), 0) / total
    if (coverage < leastCoverage) continue
    const score = coverage - penaltyOf(found, asked, wanted)
    if (best === null || score > best.score) best = { found, score, coverage }
  }
  if (best === null || best.score < leastScore) return null
  const confidence = Math.min(1, Math.max(0.3, said.isKnown && best.coverage > 0.95 ? 0.8 + best.score / 5 : best.score))
  return { food: best.found.food, confidence: Math.round(confidence * 100) / 100 }
}

const kept = new LRUCache<string, { match: FoodMatch | null }>({ max: 5_000 })

/** An English name that the list of other names has whole is English: the lima bean is no lime. */
const isEnglish = (name: string): boolean => {
  const plain = wordsIn(name)
    .filter((word) => !fillers.has(word))
    .join(' ')
  return aliases.has(plain) || directFoods.has(plain)
}

function searchInLanguages(name: string, state: State): FoodMatch | null {
  const translated = isEnglish(name) ? null : englishNameOf(name)
  return translated ? search(translated.name, state ?? (translated.isCooked ? 'cooked' : null)) : search(name, state)
}

/** The food of the table that a name in one of five languages means; null rather than a wrong one. */
export function matchFood(name: string, state: State): FoodMatch | null {
  const key = `${state ?? ''} ${name}`
  const known = kept.get(key) ?? { match: searchInLanguages(name, state) }
  kept.set(key, known)
  return known.match
}

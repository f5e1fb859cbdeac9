interface Lists {
  /** 49,000 passwords that were found most often in breaches, in lower case. */
  known: ReadonlySet<string>
  /** For each keyboard: a character's neighbours on it, without and with shift. */
  keyboards: readonly ReadonlyMap<string, string>[]
}

let lists: Promise<Lists> | undefined

/** Read when the first password is chosen, not at the start: it costs 25 ms once and 9 MB from then on. */
const readLists = (): Promise<Lists> => (lists ??= load())

async function load(): Promise<Lists> {
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common')
  const keyboards = [adjacencyGraphs.qwerty, adjacencyGraphs.qwertz, adjacencyGraphs.azerty].map(
    (graph) => new Map(Object.entries(graph).map(([key, neighbours]) => [key, neighbours.map((each) => each ?? '').join('')])),
  )
  return { known: new Set(dictionary['passwords-common']), keyboards }
}

/**
 * True for a likely early guess (SEC-2): a breached password, or one with letters replaced by digits, or with digits and signs
 * around it, or little more than a repetition, a sequence or a keyboard walk.
 */
export async function isEasyToGuess(password: string): Promise<boolean> {
  const { known, keyboards } = await readLists()
  const lower = password.normalize('NFKC').toLowerCase()
  const isKnown = (text: string) => known.has(text) || known.has(withoutLeet(text))
  if (isKnown(lettersWithin(lower)) || isKnown(withoutEdges(withoutLeet(lower))) || cores(lower).some(isKnown)) return true
  if (new Set(lower).size < fewestKinds) return true
  const block = repeatedBlock(lower)
  if (block !== null && (block.length < 8 || isKnown(withoutEdges(block)))) return true
  const rest = withoutRuns(lower, keyboards)
  return rest.length < leastLeft || isKnown(withoutEdges(rest))
}

const fewestKinds = 5
/** Characters that must remain once series, walks and repetitions are taken away. */
const leastLeft = 6
const leastOwnLetters = 4

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
  '|': 'l',
}
const withoutLeet = (text: string): string => text.replace(/[013457@$!+|]/g, (sign) => leet[sign] ?? sign)

const lettersWithin = (text: string): string => text.replace(/[^\p{L}]/gu, '')
/** Without figures and signs before and after: `123password!!` is `password`. */
const withoutEdges = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** The text with ever fewer digits and signs at its end, then at its beginning: the list has words with digits of their own. */
function cores(text: string): string[] {
  const found = [text]
  for (const edge of [/[^\p{L}]$/u, /^[^\p{L}]/u])
    for (let core = found.at(-1) ?? ''; edge.test(core); found.push(core)) core = core.replace(edge, '')
  return found
}

/** The shortest text that the whole repeats; null if it is no repetition. */
function repeatedBlock(text: string): string | null {
  const length = (text + text).indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : null
}

/** The text without runs of three equal, or four neighbouring characters: `aaa`, `abcd`, `4321`, `qwer`, `1qaz`. */
function withoutRuns(text: string, keyboards: Lists['keyboards']): string {
  const characters = [...text]
  const steps: ((a: string, b: string) => boolean)[] = [
    (a, b) => (b.codePointAt(0) ?? 0) - (a.codePointAt(0) ?? 0) === 1,
    (a, b) => (b.codePointAt(0) ?? 0) - (a.codePointAt(0) ?? 0) === -1,
    ...keyboards.map((keyboard) => (a: string, b: string) => a !== b && Boolean(keyboard.get(a)?.includes(b))),
  ]
  const isCovered = Array.from<boolean>({ length: characters.length }).fill(false)
  cover(characters, isCovered, 3, (a, b) => a === b)
  for (const step of steps) cover(characters, isCovered, 4, step)
  return characters.filter((_character, at) => !isCovered[at]).join('')
}

/** Marks every stretch of at least `least` characters of which each follows from the one before. */
function cover(characters: readonly string[], isCovered: boolean[], least: number, follows: (a: string, b: string) => boolean): void {
  let from = 0
  for (let at = 1; at <= characters.length; at++) {
    const [before, here] = [characters[at - 1] ?? '', characters[at] ?? '']
    if (at < characters.length && follows(before, here)) continue
    if (at - from >= least) isCovered.fill(true, from, at)
    from = at
  }
}

/**
 * True if a password mainly consists of names of its user: parts of name, address or organization, or the product's
 * name, with little else or a breached password beside them.
 */
export async function isMadeOfOwnWords(password: string, terms: readonly string[]): Promise<boolean> {
  const { known } = await readLists()
  const own = [...new Set(terms.flatMap(partsOf))].toSorted((a, b) => b.length - a.length)
  return [plain(password), plain(withoutLeet(password.toLowerCase()))].some((text) => {
    const rest = own.reduce((left, word) => left.replaceAll(word, ''), text)
    return rest.length < text.length && (rest.length < leastOwnLetters || known.has(rest))
  })
}

const plain = (text: string): string => lettersWithin(text.normalize('NFKC').toLowerCase())

/** A name as a whole and by its words; parts shorter than three letters would match everywhere. */
function partsOf(word: string): string[] {
  const parts = word
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  return [...parts, parts.join('')].filter((part) => part.length >= 3)
}

import { readFileSync } from 'node:fs'
import { plainText } from '../rules/find-allergens.ts'

/** Words of preparation that change no food. Words that do, such as minced beef, stand in the list of names. */
const preparations = new Set(
  `frisch frische frischer frisches gehackt gehackte gewurfelt gewurfelte gerieben geriebene geschalt geschnitten fein reif reife klein grosse
  gekocht gekochte gekochter gekochtes gegart roh rohe roher rohes
  fresco fresca frescos frescas picado picada picados picadas rallado rallada maduro madura pelado pelada troceado crudo cruda cocido cocida
  cocidos cocidas hervido hervida de la las los
  frais fraiche frais emince emincee eminces coupe coupee rape rapee mur mure cru crue crus cuit cuite cuits cuites bouilli hache hachee`.split(
    /\s+/,
  ),
)
const preparedInJapanese =
  /^(生|茹で|ゆで|刻み|千切り|おろし|すりおろし)|(のみじん切り|みじん切り|千切り|薄切り|のすりおろし|すりおろし|（.*）)$/gu
const cookedWords = /\b(gekocht\w*|gegart|cocid[oa]s?|hervid[oa]s?|cuite?s?|bouilli\w*)\b|茹で|ゆで/u

const languages = ['de', 'es', 'fr', 'ja'] as const
type NameLanguage = 'en' | (typeof languages)[number]

interface Names {
  english: ReadonlyMap<string, string>
  byEnglish: ReadonlyMap<string, Readonly<Record<NameLanguage, string>>>
}

const keyOf = (name: string): string =>
  plainText(name)
    .replaceAll(/\(.*?\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function readNames(): Names {
  const english = new Map<string, string>()
  const byEnglish = new Map<string, Record<NameLanguage, string>>()
  const rows = readFileSync(new URL('./food-names.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  for (const row of rows) {
    const [en = '', ...cells] = row.split('\t')
    const names = cells.map((cell) => cell.split(';'))
    for (const name of names.flat()) if (!english.has(keyOf(name))) english.set(keyOf(name), en)
    byEnglish.set(en, {
      en,
      ...(Object.fromEntries(languages.map((language, at) => [language, names[at]?.[0] ?? en])) as Record<
        (typeof languages)[number],
        string
      >),
    })
  }
  return { english, byEnglish }
}

let names: Names | null = null
const allNames = (): Names => (names ??= readNames())

const find = (key: string): string | undefined => {
  const { english } = allNames()
  // Most lists have the singular or the plural only.
  for (const end of ['', 's', 'n', 'en', 'es', 'e']) {
    const found = english.get(key + end) ?? (end !== '' && key.endsWith(end) ? english.get(key.slice(0, -end.length)) : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** The English name of a food that is named in German, Spanish, French or Japanese, by its whole name; null for others. */
export function englishNameOf(name: string): { name: string; isCooked: boolean } | null {
  const key = keyOf(name.split(/[,、，]/)[0] ?? '')
  if (key === '') return null
  const bare = key
    .replaceAll(preparedInJapanese, '')
    .split(' ')
    .filter((word) => !preparations.has(word))
    .join(' ')
  const english = find(key) ?? (bare === '' ? undefined : find(bare))
  return english === undefined ? null : { name: english, isCooked: cookedWords.test(plainText(name)) }
}

/** A food's name in a language; null where the list does not have it. */
export function nameInLanguage(name: string, language: string): string | null {
  const { byEnglish } = allNames()
  const english = byEnglish.has(keyOf(name)) ? keyOf(name) : englishNameOf(name)?.name
  const found = english === undefined ? undefined : byEnglish.get(english)
  return found?.[language as NameLanguage] ?? null
}

import { sql } from 'kysely'
import type { OrgTx } from '../../../../platform/db/database.ts'
import type { RecognisedLanguage } from '../../../../platform/text/recognise-language.ts'
import { searchTextOf } from '../../split-passages.ts'
import { concepts } from './concepts.ts'
import type { Pattern } from './concepts.ts'
import type { ReadQuestion } from './read-question.ts'

/** A word of a question as passages of one language are searched for it. */
export interface TermQuery {
  said: string
  /** Stems of each form; a passage has the word if it has all stems of one form. */
  stems: string[][]
  concepts: number[]
  /** Texts of tsquery: the word itself, and what is near it. */
  exact: string
  loose: string
}

export interface LanguageTerms {
  language: RecognisedLanguage
  terms: TermQuery[]
}

const configurations = { en: 'english', de: 'german', es: 'spanish', fr: 'french', ja: 'simple' } as const
const languages = Object.keys(configurations) as RecognisedLanguage[]

/** The stems of texts as PostgreSQL makes them. */
async function stemsOf(tx: OrgTx, texts: readonly { language: RecognisedLanguage; text: string }[]): Promise<string[][]> {
  const given = JSON.stringify(texts.map(({ language, text }) => ({ language, text: searchTextOf(language, text) })))
  const each = languages.map((language) => sql`when ${sql.lit(language)} then ${sql.lit(configurations[language])}::regconfig`)
  const { rows } = await sql<{ stems: string[] }>`
    select tsvector_to_array(to_tsvector(case value ->> 'language' ${sql.join(each, sql` `)} end, value ->> 'text')) as stems
    from jsonb_array_elements(${given}::jsonb) with ordinality texts(value, place) order by place`.execute(tx)
  return rows.map(({ stems }) => stems)
}

const quoted = (stem: string): string => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const either = (parts: readonly string[]): string => [...new Set(parts)].join(' | ')
/** Shorter beginnings are in too many other words. */
const leastPrefix = 4
const beginning = (stem: string): string => (stem.length >= leastPrefix ? `${quoted(stem)}:*` : quoted(stem))

/** English beginnings have the stem of a word that goes on: "emergenc" that of "emergency". */
const formsOf = (language: RecognisedLanguage, { written, isWhole }: Pattern): string[] =>
  language === 'en' && !isWhole ? [written, `${written}y`, `${written}e`] : [written]

/** What each concept is searched by in a language: the same for the life of the process. */
let conceptQueries: Record<RecognisedLanguage, string[]> | undefined

async function readConceptQueries(tx: OrgTx): Promise<Record<RecognisedLanguage, string[]>> {
  const words = languages.flatMap((language) =>
    concepts.flatMap((concept, number) =>
      concept[language].flatMap((pattern) => formsOf(language, pattern).map((text) => ({ language, number, pattern, text }))),
    ),
  )
  const stems = await stemsOf(tx, words)
  const queries = Object.fromEntries(languages.map((language) => [language, concepts.map((): string[] => [])])) as Record<
    RecognisedLanguage,
    string[][]
  >
  for (const [at, { language, number, pattern }] of words.entries()) {
    const found = stems[at] ?? []
    const written = pattern.isWhole
      ? []
      : [pattern.written, pattern.text].map((text) => (language === 'ja' ? `${quoted(text)}:*` : beginning(text)))
    queries[language][number]?.push(
      ...written,
      ...(found.length === 1 ? found.map((stem) => (pattern.isWhole ? quoted(stem) : beginning(stem))) : []),
    )
  }
  return Object.fromEntries(languages.map((language) => [language, queries[language].map(either)])) as Record<RecognisedLanguage, string[]>
}

/** German compounds begin with what a longer one of the question begins with. */
const leastCompound = 9
const leastBeginning = 5
const partsOf = (stem: string, language: RecognisedLanguage): string[] =>
  language === 'de' && stem.length >= leastCompound
    ? Array.from({ length: stem.length - leastBeginning }, (_, at) => quoted(stem.slice(0, leastBeginning + at)))
    : []

function queryOf(language: RecognisedLanguage, { said, stems, concepts: meant }: Omit<TermQuery, 'exact' | 'loose'>): TermQuery | null {
  const forms = stems.filter((form) => form.length > 0)
  if (forms.length === 0 && meant.length === 0) return null
  const exact = either(forms.map((form) => (form.length > 1 ? `(${form.map(quoted).join(' & ')})` : quoted(form[0] ?? ''))))
  const near = forms.flat().flatMap((stem) => [/\d/.test(stem) ? quoted(stem) : beginning(stem), ...partsOf(stem, language)])
  const loose = either([...near, ...meant.map((number) => conceptQueries?.[language][number] ?? '').filter(Boolean)])
  return loose === '' ? null : { said, stems: forms, concepts: meant, exact: exact || loose, loose }
}

/** The words of a question as the passages of each language are searched for them. */
export async function stemTerms(tx: OrgTx, { terms }: ReadQuestion): Promise<LanguageTerms[]> {
  conceptQueries ??= await readConceptQueries(tx)
  const wanted = languages.flatMap((language) => terms[language].flatMap((term) => term.forms.map((text) => ({ language, text }))))
  const stems = (await stemsOf(tx, wanted))[Symbol.iterator]()
  return languages.map((language) => ({
    language,
    terms: terms[language].flatMap(({ said, forms, concepts: meant }) => {
      const found = forms.map(() => stems.next().value ?? [])
      return queryOf(language, { said, stems: found, concepts: meant }) ?? []
    }),
  }))
}

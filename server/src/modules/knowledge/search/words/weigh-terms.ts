import { sql } from 'kysely'
import type { OrgTx } from '../../../../platform/db/database.ts'
import type { RecognisedLanguage } from '../../../../platform/text/recognise-language.ts'
import type { WeighedTerm } from '../judge-passages.ts'
import type { LanguageTerms } from './stem-terms.ts'

export interface WeighedQuestion {
  language: RecognisedLanguage
  terms: WeighedTerm[]
  /** A text of tsquery for the passages that are ranked. */
  wanted: string
}

/** With more passages than this, only those with one of the rarer words are ranked. */
const manyPassages = 5_000
/** Passages in which the words of a question are counted, to know the rarer ones. */
const sampled = 300
/** Rarer words are used until about this share of all passages has one. */
const rankedShare = 0.05
/** A passage with this share of the words is ranked, however many passages there are. */
const rankedCoverage = 0.6
/** What a word weighs at least that is nearly everywhere. */
const leastWeight = 0.2

interface Counted {
  language: RecognisedLanguage
  place: number
  hits: number
  total: number
  is_large: boolean
}

/** In how many passages of a sample each word is, or something near it. */
async function countTerms(tx: OrgTx, questions: readonly LanguageTerms[], product: string | null): Promise<Counted[]> {
  const given = questions.flatMap(({ language, terms }) => terms.map(({ loose }, place) => ({ language, place, loose })))
  const { rows } = await sql<Counted>`
    with terms as materialized (
      select language, place, loose::tsquery as loose from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as t(language text, place int, loose text)
    ), size as materialized (
      select exists (select from app.knowledge_words offset ${sampled}) as has_many, exists (select from app.knowledge_words offset ${manyPassages}) as is_large
    ), sample as materialized (
      select language, search from app.knowledge_words where not (select has_many from size)
      union all
      select w.language, w.search from (
        select (select id from app.knowledge_words order by id limit 1) as low, (select id from app.knowledge_words order by id desc limit 1) as high
      ) b cross join generate_series(0, ${sampled - 1}::int) n
      cross join lateral (
        select language, search from app.knowledge_words where id >= b.low + (b.high - b.low) * n / ${sampled}::int order by id limit 1
      ) w where (select has_many from size)
      union all
      select 'en', p.search::tsvector from jsonb_to_recordset(${product ?? '[]'}::jsonb) as p(search text)
    )
    select t.language, t.place, count(*) filter (where s.search @@ t.loose)::int as hits, count(s.search)::int as total, (select is_large from size) as is_large
    from terms t left join sample s on s.language = t.language group by t.language, t.place`.execute(tx)
  return rows
}

/** Rare words tell most. One that is nowhere weighs as one that is in a single passage: no passage has it. */
function weightOf({ hits, total }: Pick<Counted, 'hits' | 'total'>): number {
  const idf = (count: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5))
  if (total < 2) return 1
  return Math.min(1, Math.max(leastWeight, idf(Math.max(1, hits)) / idf(1)))
}

/**
 * The rarer words of the question in an organization with many passages. A passage with the given share of them has one of the n - k + 1
 * rarest of n words, where k is the least number of words: none of those is missed.
 */
function rarest(counted: readonly Counted[], terms: readonly WeighedTerm[]): WeighedTerm[] {
  const byShare = counted.toSorted((a, b) => a.hits - b.hits || a.place - b.place)
  const always = terms.length - Math.ceil(rankedCoverage * terms.length) + 1
  let together = 0
  return byShare
    .filter(({ hits, total }, at) => {
      together += hits / Math.max(1, total)
      return at < always || together <= rankedShare
    })
    .flatMap(({ place }) => terms[place] ?? [])
}

/** What each word of the question weighs in each language, and which of them passages must have to be ranked. */
export async function weighTerms(tx: OrgTx, questions: readonly LanguageTerms[], product: string | null): Promise<WeighedQuestion[]> {
  const counts = await countTerms(tx, questions, product)
  return questions.flatMap(({ language, terms }) => {
    const counted = counts.filter((each) => each.language === language).toSorted((a, b) => a.place - b.place)
    const weighed = terms.map((term, place) => ({ ...term, weight: weightOf(counted[place] ?? { hits: 0, total: 0 }) }))
    if (weighed.length === 0) return []
    const ranked = counted.some((each) => each.is_large) ? rarest(counted, weighed) : weighed
    return [{ language, terms: weighed, wanted: [...new Set(ranked.map(({ loose }) => loose))].join(' | ') }]
  })
}

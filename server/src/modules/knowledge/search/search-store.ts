import { sql } from 'kysely'
import type { ArticleCategory } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { FoundPassage, PassageKey, SearchScope } from '../passages-store.ts'
import { productPassagesJson } from '../product-articles.ts'
import { searchTextOf } from '../split-passages.ts'

/** The passages of the product with their search words, which are the same for the life of the process. */
let productIndex: string | undefined

async function readProductIndex(tx: OrgTx): Promise<string> {
  const { rows } = await sql<{ passages: string }>`
    select json_agg(p)::text as passages from (
      select p.*, (setweight(to_tsvector('english', array_to_string(p.headings, ' ')), 'A') || setweight(to_tsvector('english', p.passage), 'B'))::text as search
      from jsonb_to_recordset(${productPassagesJson}::jsonb)
        as p(article text, title text, category text, position int, headings text[], passage text)) p`.execute(tx)
  return rows[0]?.passages ?? '[]'
}

/** Candidates of which the share of the question's words is counted. */
const candidates = 100
/** Below this share of the question's words a passage is no answer, unless its meaning is near. */
export const leastCoverage = 0.6
/** With more passages than this, only those with one of the rarer words are ranked. */
const manyPassages = 5_000
/** Passages in which the words of a question are counted, to know the rarer ones. */
const sampled = 300
/** Rarer words are used until about this share of all passages has one. */
const rankedShare = 0.05

export interface PassageSearch {
  q: string
  category?: ArticleCategory | undefined
  limit: number
  /** Passages that are returned besides, whatever words they have; only those in scope. */
  also?: readonly PassageKey[]
}

const tokensOf = (language: string, text: string): string[] =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)

/** The question in each language: its words with what they are indexed as, and two queries, for all of them and for any. */
function queriesOf(q: string) {
  const configurations = { en: 'english', de: 'german', es: 'spanish', fr: 'french', ja: 'simple' }
  const parts = Object.entries(configurations).map(([language, name]) => {
    const configuration = sql`${sql.lit(name)}::regconfig`
    const text = searchTextOf(language, q)
    return sql`select ${sql.lit(language)} as language, tsvector_to_array(to_tsvector(${configuration}, ${text})) as words,
      plainto_tsquery(${configuration}, ${text}) as parsed, ${tokensOf(language, q)}::text[] as said,
      array(select array_to_string(tsvector_to_array(to_tsvector(${configuration}, said)), ' ')
        from unnest(${tokensOf(language, q)}::text[]) with ordinality each(said, place) order by place) as indexed_as`
  })
  return sql`select language, words, parsed, said, indexed_as, nullif(replace(parsed::text, '&', '|'), '')::tsquery as loose
    from (${sql.join(parts, sql` union all `)}) parsed`
}

const quoted = sql`('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''')`

/**
 * `rare`: the rarer words of the question in an organization with many passages, by a sample spread over them. A passage with the least
 * coverage has one of the n - k + 1 rarest of n words, where k is the least number of words: none that may answer is missed.
 */
const rareWords = sql`
  large as materialized (select exists (select from app.knowledge_words offset ${manyPassages}) as is_large),
  sample as materialized (
    select w.language, w.search from (
      select (select id from app.knowledge_words order by id limit 1) as low, (select id from app.knowledge_words order by id desc limit 1) as high
    ) b cross join generate_series(0, ${sampled - 1}::int) n
    cross join lateral (
      select language, search from app.knowledge_words where id >= b.low + (b.high - b.low) * n / ${sampled}::int order by id limit 1
    ) w where (select is_large from large)
  ), shares as (
    select q.language, cardinality(q.words) as words, ${quoted} as word,
      (select count(*) from sample s where s.language = q.language and s.search @@ ${quoted}::tsquery)::float8 / ${sampled}::int as share
    from asked q cross join unnest(q.words) lexeme where (select is_large from large)
  ), rarest as (
    select s.*, row_number() over (partition by language order by share, word) as place,
      sum(share) over (partition by language order by share, word) as together from shares s
  ), rare as (
    select q.*, coalesce(
      (select string_agg(word, ' | ')::tsquery from rarest r where r.language = q.language
        and (r.place <= words - ceil(${leastCoverage}::float8 * words) + 1 or r.together <= ${rankedShare}::float8)), q.loose) as rare
    from asked q
  )`

/** A question in one language. The queries are texts of tsquery, which the search gives as constants: only then is it read in parallel. */
interface Asked {
  language: string
  words: string[]
  said: string[]
  indexed_as: string[]
  parsed: string
  loose: string
  rare: string
}

async function readQuestion(tx: OrgTx, q: string): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    with asked as materialized (${queriesOf(q)}), ${rareWords}
    select language, words, said, indexed_as, parsed::text as parsed, loose::text as loose, rare::text as rare from rare
    where loose is not null`.execute(tx)
  return rows
}

const isId = (article: string | null): boolean => article?.length === 36

/** The query of a kind in the language of the row `p`. */
const queryOf = (asked: readonly Asked[], kind: 'parsed' | 'loose') =>
  sql`case p.language ${sql.join(
    asked.map((each) => sql`when ${each.language} then ${each[kind]}::tsquery`),
    sql` `,
  )} end`

/** The best passages by their words, of the product and of the organization: what is ranked is narrow. */
function hits({ articles, documents }: SearchScope, asked: readonly Asked[]) {
  const english = asked.find(({ language }) => language === 'en')?.loose ?? ''
  const matches = sql.join(
    asked.map(({ language, rare }) => sql`(w.language = ${language} and w.search @@ ${rare}::tsquery)`),
    sql` or `,
  )
  return sql`
  select p.*, true as is_hit, p.search @@ ${queryOf(asked, 'parsed')} as has_all, ts_rank_cd(p.search, ${queryOf(asked, 'loose')}, 1 | 32) as rank from (
    select p.article, null::uuid as document, p.position, 'en' as language, p.search from product p where p.search @@ ${english}::tsquery
    union all
    select w.article_id::text, null, w.position, w.language, w.search from app.knowledge_words w
    join app.knowledge_articles a on a.id = w.article_id where (${matches}) and ${articles}
    union all
    select null, w.document_id, w.position, w.language, w.search from app.knowledge_words w
    join app.knowledge_documents a on a.id = w.document_id where (${matches}) and ${documents}
  ) p
  order by has_all desc, rank desc limit ${candidates}`
}

/** Passages of the keys, as far as they are in scope. */
const chosenByKey = ({ articles, documents }: SearchScope) => sql`
  select p.*, false as is_hit, false as has_all, 0 as rank from (
    select p.article, null::uuid as document, p.position, 'en' as language, p.search from product p join keys k on k.product = p.article and k.position = p.position
    union all
    select w.article_id::text, null, w.position, w.language, w.search from app.knowledge_words w
    join keys k on k.article = w.article_id and k.position = w.position join app.knowledge_articles a on a.id = w.article_id where ${articles}
    union all
    select null, w.document_id, w.position, w.language, w.search from app.knowledge_words w
    join keys k on k.document = w.document_id and k.position = w.position join app.knowledge_documents a on a.id = w.document_id where ${documents}
  ) p`

/** Titles and texts of the few that are left, by their keys. */
const texts = sql`
  left join product p on t.document is null and p.article = t.article and p.position = t.position
  left join app.knowledge_articles a on p.article is null and t.document is null and a.id::text = t.article
  left join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
  left join app.knowledge_chunks ac on ac.article_id = a.id and ac.position = t.position
  left join app.knowledge_documents d on d.id = t.document
  left join app.knowledge_document_chunks dc on dc.document_id = t.document and dc.position = t.position`

/**
 * The passages that fit the question: those with all of its words first, then those with most of them. The search sees only what
 * the caller may open: tenant and scope are part of the statement.
 */
export async function searchPassages(
  tx: OrgTx,
  scope: SearchScope,
  { q, category, limit, also = [] }: PassageSearch,
): Promise<FoundPassage[]> {
  if (scope.hasProduct) productIndex ??= await readProductIndex(tx)
  const asked = await readQuestion(tx, q)
  if (asked.length === 0 && also.length === 0) return []
  const keys = also.map(({ article, document, position }) =>
    isId(article) ? { article, position } : { product: article, document, position },
  )
  const { rows } = await sql<FoundPassage>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q(language text, words text[], said text[], indexed_as text[])
    ), product as materialized (
      select c.article, c.title, c.category, c.position, c.headings, c.passage, c.search::tsvector as search
      from jsonb_to_recordset(${scope.hasProduct ? (productIndex ?? '[]') : '[]'}::jsonb)
        as c(article text, title text, category text, position int, headings text[], passage text, search text)
      where ${category ?? null}::text is null or c.category = ${category ?? null}
    ), keys as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(product text, article uuid, document uuid, position int)
    ), chosen as (
      ${sql.join(
        [...(asked.length > 0 ? [sql`(${hits(scope, asked)})`] : []), ...(also.length > 0 ? [chosenByKey(scope)] : [])],
        sql` union all `,
      )}
    ), each as (
      select distinct on (article, document, position) * from chosen order by article, document, position, is_hit desc
    ), scored as (
      select c.*, q.said, q.indexed_as, case when has_all then 1 when coalesce(cardinality(q.words), 0) = 0 then 0 else
        cardinality(array(select unnest(q.words) intersect select unnest(tsvector_to_array(search))))::float8 / cardinality(q.words) end as coverage
      from each c left join asked q on q.language = c.language
    ), best as (
      select article, document, position, has_all, coverage,
        array(select distinct s.said from unnest(said, indexed_as) as s(said, lexeme) where s.lexeme = any(tsvector_to_array(search))) as words,
        round((case when has_all then 0.5 + 0.5 * rank else 0.4 * coverage + 0.1 * rank end)::numeric, 4)::float8 as score
      from scored order by score desc, article, document, position limit ${limit + also.length}
    )
    select t.article as "articleId", t.document as "documentId", coalesce(p.title, v.title, d.name) as title, coalesce(p.category, a.category) as category,
      t.position, coalesce(p.headings, ac.headings, dc.headings) as headings, coalesce(p.passage, ac.passage, dc.passage) as passage,
      t.has_all, t.coverage, t.words, t.score
    from best t ${texts}
    order by t.score desc, t.article, t.document, t.position`.execute(tx)
  return rows
}

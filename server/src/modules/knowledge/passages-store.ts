import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ArticleCategory, KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { productPassagesJson } from './product-articles.ts'
import { splitPassages, searchTextOf } from './split-passages.ts'
import type { Passage } from './split-passages.ts'
import { isOpenTo } from './store.ts'
import type { Reader } from './store.ts'

interface Published {
  title: string
  body: string
  language: string
}

/** Passages as they are stored; the database makes their search words of the last two fields. */
const indexed = (language: string, passages: readonly Passage[], from = 0) =>
  passages.map(({ headings, passage }, index) => ({
    position: from + index,
    headings,
    passage,
    language,
    heading_words: searchTextOf(language, headings.join(' ')),
    words: searchTextOf(language, passage),
  }))

/** Replaces the passages of an article; null: it is no longer published. */
export async function indexArticle(tx: OrgTx, articleId: string, published: Published | null): Promise<void> {
  await tx.deleteFrom('knowledge_chunks').where('article_id', '=', articleId).execute()
  if (!published) return
  const { title, body, language } = published
  const chunks = indexed(language, splitPassages(title, body))
  await tx
    .insertInto('knowledge_chunks')
    .values(chunks.map((chunk) => ({ org_id: tx.orgId, article_id: articleId, ...chunk })))
    .execute()
}

const rowsAtOnce = 500

/** Replaces the passages of a document. */
export async function indexDocument(tx: OrgTx, documentId: string, language: string, passages: readonly Passage[]): Promise<void> {
  await tx.deleteFrom('knowledge_document_chunks').where('document_id', '=', documentId).execute()
  for (let from = 0; from < passages.length; from += rowsAtOnce)
    await tx
      .insertInto('knowledge_document_chunks')
      .values(
        indexed(language, passages.slice(from, from + rowsAtOnce), from).map((chunk) => ({
          org_id: tx.orgId,
          document_id: documentId,
          ...chunk,
        })),
      )
      .execute()
}

/** What a search may return: conditions on an article or a document `a`, and whether articles of the product are in it. */
export interface SearchScope {
  articles: RawBuilder<unknown>
  documents: RawBuilder<unknown>
  hasProduct: boolean
}

export const isDocumentOpenTo = ({ mayWrite }: Reader) => sql`(${mayWrite} or a.visibility in ('organization', 'public'))`
export const scopeOfReader = (reader: Reader): SearchScope => ({
  articles: isOpenTo(reader),
  documents: isDocumentOpenTo(reader),
  hasProduct: true,
})

/** A passage of an article of the product (by its short name), of the organization, or of a document. */
export interface PassageKey {
  article: string | null
  document: string | null
  position: number
}

export interface FoundPassage extends Omit<KnowledgePassage, 'matched' | 'similarity'> {
  has_all: boolean
  /** The share of the question's words in it; 0 for one that was asked for by its key and has none. */
  coverage: number
}

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

const isId = (article: string | null): boolean => article?.length === 36

/** Passages in scope; `chosen`: only those of the keys `k`, which the primary keys find. */
function passagesIn({ articles, documents, hasProduct }: SearchScope, chosen: boolean) {
  const only = (condition: RawBuilder<unknown>) => (chosen ? sql`join keys k on k.position = c.position and ${condition}` : sql``)
  return sql`
      select c.article, null::uuid as document, c.title, c.category, c.position, c.headings, c.passage, 'en' as language, c.search::tsvector as search
      from jsonb_to_recordset(${hasProduct ? (productIndex ?? '[]') : '[]'}::jsonb)
        as c(article text, title text, category text, position int, headings text[], passage text, search text)
      ${only(sql`k.product = c.article`)}
      union all
      select c.article_id::text, null, v.title, a.category, c.position, c.headings, c.passage, c.language, c.search
      from app.knowledge_chunks c ${only(sql`k.article = c.article_id`)}
      join app.knowledge_articles a on a.id = c.article_id
      join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
      where ${articles}
      union all
      select null, a.id, a.name, null, c.position, c.headings, c.passage, c.language, c.search
      from app.knowledge_document_chunks c ${only(sql`k.document = c.document_id`)}
      join app.knowledge_documents a on a.id = c.document_id
      where ${documents}`
}

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
  const keys = also.map(({ article, document, position }) =>
    isId(article) ? { article, position } : { product: article, document, position },
  )
  const isOfCategory = sql`(${category ?? null}::text is null or p.category = ${category ?? null})`
  const { rows } = await sql<FoundPassage>`
    with asked as materialized (${queriesOf(q)}), keys as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(product text, article uuid, document uuid, position int)
    ), chosen as (
      (select p.*, true as is_hit, p.search @@ a.parsed as has_all, ts_rank_cd(p.search, a.loose, 1 | 32) as rank
      from (${passagesIn(scope, false)}) p join asked a on a.language = p.language
      where p.search @@ a.loose and ${isOfCategory}
      order by has_all desc, rank desc limit ${candidates})
      ${also.length === 0 ? sql`` : sql`union all select p.*, false, false, 0 from (${passagesIn(scope, true)}) p where ${isOfCategory}`}
    ), each as (
      select distinct on (article, document, position) * from chosen order by article, document, position, is_hit desc
    ), scored as (
      select c.*, a.said, a.indexed_as, case when has_all then 1 when cardinality(a.words) = 0 then 0 else
        cardinality(array(select unnest(a.words) intersect select unnest(tsvector_to_array(search))))::float8 / cardinality(a.words) end as coverage
      from each c join asked a on a.language = c.language
    )
    select article as "articleId", document as "documentId", title, category, position, headings, passage, has_all, coverage,
      array(select distinct s.said from unnest(said, indexed_as) as s(said, lexeme) where s.lexeme = any(tsvector_to_array(search))) as words,
      round((case when has_all then 0.5 + 0.5 * rank else 0.4 * coverage + 0.1 * rank end)::numeric, 4)::float8 as score
    from scored
    order by score desc, article, document, position
    limit ${limit + also.length}`.execute(tx)
  return rows
}

export function toPassage({ has_all: hasAll, coverage, ...found }: FoundPassage, similarity: number | null = null): KnowledgePassage {
  const { articleId, documentId, title, category, position, headings, passage, score, words } = found
  const matched = hasAll ? 'all' : coverage > 0 ? 'some' : 'meaning'
  return { articleId, documentId, title, category, position, headings, passage, score, matched, words, similarity }
}

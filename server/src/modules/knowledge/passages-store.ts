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

export interface FoundPassage extends Omit<KnowledgePassage, 'matched'> {
  has_all: boolean
  /** The share of the question's words in it. */
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

/**
 * The passages that fit the question: those with all of its words first, then those with most of them. The search sees only what
 * the caller may open: tenant and scope are part of the statement.
 */
export async function searchPassages(
  tx: OrgTx,
  { articles, documents, hasProduct }: SearchScope,
  { q, category, limit }: { q: string; category?: ArticleCategory | undefined; limit: number },
): Promise<FoundPassage[]> {
  if (hasProduct) productIndex ??= await readProductIndex(tx)
  const { rows } = await sql<FoundPassage>`
    with asked as (
      select language, words, parsed, nullif(replace(parsed::text, '&', '|'), '')::tsquery as loose from (
        select 'en' as language, tsvector_to_array(to_tsvector('english', ${q})) as words, plainto_tsquery('english', ${q}) as parsed
        union all select 'de', tsvector_to_array(to_tsvector('german', ${q})), plainto_tsquery('german', ${q})
        union all select 'es', tsvector_to_array(to_tsvector('spanish', ${q})), plainto_tsquery('spanish', ${q})
        union all select 'fr', tsvector_to_array(to_tsvector('french', ${q})), plainto_tsquery('french', ${q})
        union all select 'ja', tsvector_to_array(to_tsvector('simple', ${searchTextOf('ja', q)})), plainto_tsquery('simple', ${searchTextOf('ja', q)})
      ) parsed
    ), passages as (
      select p.article, null::uuid as document, p.title, p.category, p.position, p.headings, p.passage, 'en' as language, p.search::tsvector as search
      from jsonb_to_recordset(${hasProduct ? (productIndex ?? '[]') : '[]'}::jsonb)
        as p(article text, title text, category text, position int, headings text[], passage text, search text)
      union all
      select c.article_id::text, null, v.title, a.category, c.position, c.headings, c.passage, c.language, c.search
      from app.knowledge_chunks c
      join app.knowledge_articles a on a.id = c.article_id
      join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
      where ${articles}
      union all
      select null, a.id, a.name, null, c.position, c.headings, c.passage, c.language, c.search
      from app.knowledge_document_chunks c
      join app.knowledge_documents a on a.id = c.document_id
      where ${documents}
    ), ranked as (
      select p.*, a.words, p.search @@ a.parsed as has_all, ts_rank_cd(p.search, a.loose, 1 | 32) as rank
      from passages p join asked a on a.language = p.language
      where p.search @@ a.loose and (${category ?? null}::text is null or p.category = ${category ?? null})
      order by has_all desc, rank desc limit ${candidates}
    ), scored as (
      select *, case when has_all then 1 else
        cardinality(array(select unnest(words) intersect select unnest(tsvector_to_array(search))))::float8 / cardinality(words) end as coverage
      from ranked
    )
    select article as "articleId", document as "documentId", title, category, position, headings, passage, has_all, coverage,
      round((case when has_all then 0.5 + 0.5 * rank else 0.4 * coverage + 0.1 * rank end)::numeric, 4)::float8 as score
    from scored
    order by score desc, article, document, position
    limit ${limit}`.execute(tx)
  return rows
}

export function toPassage({ has_all: hasAll, ...found }: FoundPassage): KnowledgePassage {
  const { articleId, documentId, title, category, position, headings, passage, score } = found
  return { articleId, documentId, title, category, position, headings, passage, score, matched: hasAll ? 'all' : 'some' }
}

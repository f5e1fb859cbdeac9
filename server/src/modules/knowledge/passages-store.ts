import { sql } from 'kysely'
import type { ArticleCategory, KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { productPassagesJson } from './product-articles.ts'
import { splitPassages, wordsOf } from './split-passages.ts'
import type { Reader } from './store.ts'

interface Published {
  title: string
  body: string
  language: string
}

/** Replaces the passages of an article; null: it is no longer published. */
export async function indexArticle(tx: OrgTx, articleId: string, published: Published | null): Promise<void> {
  await tx.deleteFrom('knowledge_chunks').where('article_id', '=', articleId).execute()
  if (!published) return
  const { title, body, language } = published
  const chunks = splitPassages(title, body).map(({ headings, passage }, position) => ({
    position,
    headings,
    passage,
    heading_words: wordsOf(language, headings.join(' ')),
    words: wordsOf(language, passage),
  }))
  await tx
    .insertInto('knowledge_chunks')
    .values(chunks.map((chunk) => ({ org_id: tx.orgId, article_id: articleId, language, ...chunk })))
    .execute()
}

interface Found extends Omit<KnowledgePassage, 'matched'> {
  has_all: boolean
}

const product = sql`
  select p.article, p.title, p.category, p.position, p.headings, p.passage, 'en' as language,
    setweight(to_tsvector('english', array_to_string(p.headings, ' ')), 'A') || setweight(to_tsvector('english', p.passage), 'B') as search
  from jsonb_to_recordset(${productPassagesJson}::jsonb)
    as p(article text, title text, category text, position int, headings text[], passage text)`

/**
 * The passages that fit the question: those with all of its words first, then those with some. Who asks sees only what
 * they may open: tenant and visibility are part of the statement.
 */
export async function searchPassages(
  tx: OrgTx,
  { role, mayWrite }: Reader,
  { q, category, limit }: { q: string; category?: ArticleCategory | undefined; limit: number },
): Promise<KnowledgePassage[]> {
  const { rows } = await sql<Found>`
    with asked as (
      select language, parsed, nullif(replace(parsed::text, '&', '|'), '')::tsquery as loose from (
        select 'en' as language, plainto_tsquery('english', ${q}) as parsed
        union all select 'de', plainto_tsquery('german', ${q})
        union all select 'es', plainto_tsquery('spanish', ${q})
        union all select 'fr', plainto_tsquery('french', ${q})
        union all select 'ja', plainto_tsquery('simple', ${wordsOf('ja', q)})
      ) parsed
    ), passages as (
      ${product}
      union all
      select c.article_id::text, v.title, a.category, c.position, c.headings, c.passage, c.language, c.search
      from app.knowledge_chunks c
      join app.knowledge_articles a on a.id = c.article_id
      join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
      where a.visibility in ('organization', 'public') or ${mayWrite} or (a.visibility = 'roles' and ${role} = any(a.roles))
    )
    select article as "articleId", title, category, headings, passage, has_all,
      round(((case when has_all then 0.5 else 0 end) + 0.5 * rank)::numeric, 4)::float8 as score
    from (
      select p.*, p.search @@ a.parsed as has_all, ts_rank_cd(p.search, a.loose, 1 | 32) as rank
      from passages p join asked a on a.language = p.language
      where p.search @@ a.loose and (${category ?? null}::text is null or p.category = ${category ?? null})
    ) ranked
    order by score desc, article, position
    limit ${limit}`.execute(tx)
  return rows.map(({ has_all: hasAll, ...passage }) => ({ ...passage, matched: hasAll ? 'all' : 'some' }))
}

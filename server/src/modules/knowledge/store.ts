import { sql } from 'kysely'
import { KnowledgeArticle, articleCategories, knowledgeLimits } from '@imperium/contract/knowledge.ts'
import type { ArticleCategory, CreateArticleBody } from '@imperium/contract/knowledge.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { productArticlesJson } from './product-articles.ts'

/** Who asks: a writer sees drafts and all visibilities, a reader the published version of what their role may read. */
export interface Reader {
  role: Role
  mayWrite: boolean
}

export interface ArticleRow {
  id: string
  source: 'product' | 'organization'
  title: string
  category: ArticleCategory
  excerpt: string
  body: string
  tags: string[]
  featured: boolean
  language: string
  status: 'DRAFT' | 'PUBLISHED'
  has_draft: boolean
  visibility: string
  roles: string[]
  version: number | null
  published_version: number | null
  views: number
  helpful_count: number
  is_helpful: boolean | null
  updated_at: Date
}

export const toArticle = replyOf(KnowledgeArticle, (row: ArticleRow) => ({ language: row.language as 'en', roles: row.roles as Role[] }))

/** Every article that the reader may open, with its numbers: those of the product and of the organization. */
const seen = ({ role, mayWrite }: Reader, userId: string) => sql<ArticleRow>`
  with named as (
    select o.id, 'product' as source, o.title, o.category, o.excerpt, o.body, o.tags, o.featured, 'en' as language, 'PUBLISHED' as status,
      false as has_draft, 'public' as visibility, '{}'::text[] as roles, null::int as version, null::int as published_version,
      o.updated_at::timestamptz as updated_at
    from jsonb_to_recordset(${productArticlesJson}::jsonb)
      as o(id text, title text, category text, excerpt text, body text, tags text[], featured boolean, updated_at text)
    union all
    select a.id::text, 'organization',
      case when ${mayWrite} then a.title else v.title end, a.category,
      case when ${mayWrite} then a.excerpt else v.excerpt end,
      case when ${mayWrite} then a.body else v.body end,
      a.tags, a.featured, a.language, case when a.published_version is null then 'DRAFT' else 'PUBLISHED' end,
      a.published_version is not null and a.published_version < a.version, a.visibility, a.roles, a.version, a.published_version, a.updated_at
    from app.knowledge_articles a
    left join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
    where ${mayWrite} or (v.version is not null
      and (a.visibility in ('organization', 'public') or (a.visibility = 'roles' and ${role} = any(a.roles))))
  )
  select n.*, coalesce(r.views, 0) as views, coalesce(r.helpful_count, 0) as helpful_count, own.helpful as is_helpful
  from named n
  left join (select article, count(*)::int as views, (count(*) filter (where helpful))::int as helpful_count
    from app.knowledge_reads group by article) r on r.article = n.id
  left join app.knowledge_reads own on own.article = n.id and own.user_id = ${userId}`

export interface Listed {
  q?: string | undefined
  category?: ArticleCategory | undefined
  status?: 'DRAFT' | 'PUBLISHED' | undefined
  limit: number
  /** Milliseconds and id of the last row. */
  after: [number, string] | null
}

export async function listArticles(tx: OrgTx, reader: Reader, userId: string, filter: Listed): Promise<ArticleRow[]> {
  const pattern = filter.q ? likePattern(filter.q) : null
  const { category = null, status = null, after, limit } = filter
  const { rows } = await sql<ArticleRow>`
    select * from (${seen(reader, userId)}) seen
    where (${category}::text is null or category = ${category}) and (${status}::text is null or status = ${status})
      and (${pattern}::text is null or title ilike ${pattern} or excerpt ilike ${pattern} or body ilike ${pattern}
        or array_to_string(tags, ' ') ilike ${pattern})
      and (${after === null} or (date_trunc('milliseconds', updated_at), id collate "C")
        < (to_timestamp(${after?.[0] ?? 0}::float8 / 1000), ${after?.[1] ?? ''} collate "C"))
    order by date_trunc('milliseconds', updated_at) desc, id collate "C" desc
    limit ${limit}`.execute(tx)
  return rows
}

export async function findArticle(tx: OrgTx, reader: Reader, userId: string, id: string): Promise<ArticleRow | undefined> {
  const { rows } = await sql<ArticleRow>`select * from (${seen(reader, userId)}) seen where id = ${id}`.execute(tx)
  return rows[0]
}

/** Others of the same category, those with the most common tags first. */
export async function relatedTo(tx: OrgTx, reader: Reader, userId: string, article: ArticleRow): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select * from (${seen(reader, userId)}) seen where category = ${article.category} and id <> ${article.id} and status = 'PUBLISHED'
    order by cardinality(array(select unnest(tags) intersect select unnest(${article.tags}::text[]))) desc, views desc, updated_at desc, id
    limit ${knowledgeLimits.related}`.execute(tx)
  return rows
}

export async function readOverview(tx: OrgTx, reader: Reader, userId: string) {
  const { rows } = await sql<ArticleRow>`select * from (${seen(reader, userId)}) seen where status = 'PUBLISHED'`.execute(tx)
  const best = (value: (row: ArticleRow) => number, most: number) =>
    rows.toSorted((a, b) => value(b) - value(a) || b.updated_at.getTime() - a.updated_at.getTime() || (a.id < b.id ? -1 : 1)).slice(0, most)
  const featured = best(({ updated_at: at }) => at.getTime(), rows.length).filter((row) => row.featured)
  return {
    total: rows.length,
    counts: articleCategories.map((category) => ({ category, count: rows.filter((row) => row.category === category).length })),
    featured: featured.slice(0, knowledgeLimits.featured),
    popular: best(({ views }) => views, knowledgeLimits.popular),
    recent: best(({ updated_at: at }) => at.getTime(), knowledgeLimits.recent),
  }
}

export const lockArticle = (tx: OrgTx, id: string) =>
  tx.selectFrom('knowledge_articles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

type Content = Omit<CreateArticleBody, 'status'>

export const insertArticle = (tx: OrgTx, id: string, authorId: string, content: Content) =>
  tx
    .insertInto('knowledge_articles')
    .values({ org_id: tx.orgId, id, author_id: authorId, ...content })
    .returningAll()
    .executeTakeFirstOrThrow()

export const setArticle = (
  tx: OrgTx,
  id: string,
  content: Partial<Content> & { version: number; published_version: number | null; updated_at: Date },
) => tx.updateTable('knowledge_articles').set(content).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deleteArticle = (tx: OrgTx, id: string) =>
  tx.deleteFrom('knowledge_articles').where('id', '=', id).returning(['title', 'category', 'visibility']).executeTakeFirst()

/** Also forgets who read it, which no foreign key does. */
export async function deleteReads(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('knowledge_reads').where('article', '=', id).execute()
}

export async function insertVersion(
  tx: OrgTx,
  version: { article_id: string; version: number; title: string; excerpt: string; body: string; author_id: string },
): Promise<void> {
  await tx
    .insertInto('knowledge_article_versions')
    .values({ org_id: tx.orgId, ...version })
    .execute()
}

/** Keeps the newest versions, and the published one. */
export async function dropOldVersions(tx: OrgTx, id: string, newest: number, published: number | null): Promise<void> {
  await tx
    .deleteFrom('knowledge_article_versions')
    .where('article_id', '=', id)
    .where('version', '<=', newest - knowledgeLimits.versions + 1)
    .$if(published !== null, (query) => query.where('version', '<>', published ?? 0))
    .execute()
}

export const listVersions = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('knowledge_article_versions')
    .select(['version', 'title', 'excerpt', 'body', 'created_at'])
    .where('article_id', '=', id)
    .orderBy('version', 'desc')
    .limit(knowledgeLimits.versions)
    .execute()

export const findVersion = (tx: OrgTx, id: string, version: number) =>
  tx
    .selectFrom('knowledge_article_versions')
    .select(['title', 'excerpt', 'body'])
    .where('article_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

/** Counts the first time, and keeps an answer that was given. */
export async function recordRead(tx: OrgTx, article: string, userId: string, at: Date): Promise<void> {
  await tx
    .insertInto('knowledge_reads')
    .values({ org_id: tx.orgId, article, user_id: userId, read_at: at })
    .onConflict((on) => on.columns(['org_id', 'article', 'user_id']).doUpdateSet({ read_at: at }))
    .execute()
}

export async function recordAnswer(tx: OrgTx, article: string, userId: string, helpful: boolean, at: Date): Promise<void> {
  await tx
    .insertInto('knowledge_reads')
    .values({ org_id: tx.orgId, article, user_id: userId, helpful, read_at: at })
    .onConflict((on) => on.columns(['org_id', 'article', 'user_id']).doUpdateSet({ helpful }))
    .execute()
}

export const exportReads = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('knowledge_reads')
    .select(['org_id as organizationId', 'article', 'helpful', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .orderBy('article')
    .execute()

export const exportArticles = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('knowledge_articles')
    .select(['org_id as organizationId', 'id', 'title', 'body', 'created_at as createdAt', 'updated_at as updatedAt'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute()

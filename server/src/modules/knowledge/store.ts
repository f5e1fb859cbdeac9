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
  tags: string[]
  featured: boolean
  language: string
  status: 'DRAFT' | 'PUBLISHED'
  has_draft: boolean
  visibility: string
  roles: string[]
  views: number
  helpful_count: number
  collection_id: string | null
  updated_at: Date
}

/** What one article has besides what lists show. */
export interface ArticleTextRow extends ArticleRow {
  body: string
  version: number | null
  published_version: number | null
  is_helpful: boolean | null
}

export const toArticle = replyOf(KnowledgeArticle, (row: ArticleRow) => ({ language: row.language as 'en', roles: row.roles as Role[] }))

/** Whether the visibility of the article `a` lets the reader open it. */
export const isOpenTo = ({ role, mayWrite }: Reader) =>
  sql`(${mayWrite} or a.visibility in ('organization', 'public') or (a.visibility = 'roles' and ${role} = any(a.roles)))`

/** Every article that the reader may open, with its numbers: those of the product and of the organization. */
const seen = (reader: Reader, userId: string) => {
  const { mayWrite } = reader
  return sql<ArticleRow>`
  with named as (
    select o.id, 'product' as source, o.title, o.category, o.excerpt, o.body, o.tags, o.featured, 'en' as language, 'PUBLISHED' as status,
      false as has_draft, 'public' as visibility, '{}'::text[] as roles, null::int as version, null::int as published_version,
      null::uuid as collection_id, o.updated_at::timestamptz as updated_at
    from jsonb_to_recordset(${productArticlesJson}::jsonb)
      as o(id text, title text, category text, excerpt text, body text, tags text[], featured boolean, updated_at text)
    union all
    select a.id::text, 'organization',
      case when ${mayWrite} then a.title else v.title end, a.category,
      case when ${mayWrite} then a.excerpt else v.excerpt end,
      case when ${mayWrite} then a.body else v.body end,
      a.tags, a.featured, a.language, case when a.published_version is null then 'DRAFT' else 'PUBLISHED' end,
      a.published_version is not null and a.published_version < a.version, a.visibility, a.roles, a.version, a.published_version,
      a.collection_id, a.updated_at
    from app.knowledge_articles a
    left join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
    where (${mayWrite} or v.version is not null) and ${isOpenTo(reader)}
  )
  select n.*, coalesce(r.views, 0) as views, coalesce(r.helpful_count, 0)
    + (select count(*) from app.knowledge_public_votes p where p.article_id::text = n.id and p.is_helpful)::int as helpful_count, own.helpful as is_helpful
  from named n
  left join (select article, count(*)::int as views, (count(*) filter (where helpful))::int as helpful_count
    from app.knowledge_reads group by article) r on r.article = n.id
  left join app.knowledge_reads own on own.article = n.id and own.user_id = ${userId}`
}

const listed = sql.raw(
  'id, source, title, category, excerpt, tags, featured, language, status, has_draft, visibility, roles, views, helpful_count, collection_id, updated_at',
)

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
    select ${listed} from (${seen(reader, userId)}) seen
    where (${category}::text is null or category = ${category}) and (${status}::text is null or status = ${status})
      and (${pattern}::text is null or title ilike ${pattern} or excerpt ilike ${pattern} or body ilike ${pattern}
        or array_to_string(tags, ' ') ilike ${pattern})
      and (${after === null} or (date_trunc('milliseconds', updated_at), id collate "C")
        < (to_timestamp(${after?.[0] ?? 0}::float8 / 1000), ${after?.[1] ?? ''} collate "C"))
    order by date_trunc('milliseconds', updated_at) desc, id collate "C" desc
    limit ${limit}`.execute(tx)
  return rows
}

export async function findArticle(tx: OrgTx, reader: Reader, userId: string, id: string): Promise<ArticleTextRow | undefined> {
  const { rows } = await sql<ArticleTextRow>`select * from (${seen(reader, userId)}) seen where id = ${id}`.execute(tx)
  return rows[0]
}

/** Others of the same category, those with the most common tags first. */
export async function relatedTo(tx: OrgTx, reader: Reader, userId: string, article: ArticleRow): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select ${listed} from (${seen(reader, userId)}) seen where category = ${article.category} and id <> ${article.id} and status = 'PUBLISHED'
    order by cardinality(array(select unnest(tags) intersect select unnest(${article.tags}::text[]))) desc, views desc, updated_at desc, id
    limit ${knowledgeLimits.related}`.execute(tx)
  return rows
}

/** Numbers are counted and the strips are chosen in the database: only the rows that are shown leave it. */
export async function readOverview(tx: OrgTx, reader: Reader, userId: string) {
  const { featured, popular, recent } = knowledgeLimits
  const { rows } = await sql<
    ArticleRow & { total: number; of_category: number; by_popularity: number; by_date: number; by_feature: number }
  >`
    with published as materialized (select ${listed} from (${seen(reader, userId)}) seen where status = 'PUBLISHED'), ranked as (
      select *, (count(*) over ())::int as total, (count(*) over (partition by category))::int as of_category,
        row_number() over (partition by category order by id) as in_category,
        row_number() over (order by views desc, updated_at desc, id) as by_popularity, row_number() over (order by updated_at desc, id) as by_date,
        row_number() over (order by featured desc, updated_at desc, id) as by_feature
      from published
    )
    select * from ranked where in_category = 1 or by_popularity <= ${popular} or by_date <= ${recent} or (featured and by_feature <= ${featured})
  `.execute(tx)
  const first = (place: 'by_popularity' | 'by_date' | 'by_feature', most: number) =>
    rows.filter((row) => row[place] <= most).toSorted((a, b) => a[place] - b[place])
  return {
    total: rows[0]?.total ?? 0,
    counts: articleCategories.map((category) => ({ category, count: rows.find((row) => row.category === category)?.of_category ?? 0 })),
    featured: first('by_feature', featured).filter((row) => row.featured),
    popular: first('by_popularity', popular),
    recent: first('by_date', recent),
  }
}

export const lockArticle = (tx: OrgTx, id: string) =>
  tx.selectFrom('knowledge_articles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

type Content = Omit<CreateArticleBody, 'status' | 'answers' | 'collectionId'> & { collection_id: string | null }

export const insertArticle = (tx: OrgTx, id: string, authorId: string, content: Content & { published_version: number | null }) =>
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

export const readVersion = (tx: OrgTx, id: string, version: number) =>
  tx
    .selectFrom('knowledge_article_versions')
    .select(['title', 'body'])
    .where('article_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()

/** Counts the first time, and keeps an answer that was given. */
export async function recordRead(tx: OrgTx, article: string, userId: string, at: Date): Promise<void> {
  await tx
    .insertInto('knowledge_reads')
    .values({ org_id: tx.orgId, article, user_id: userId, read_at: at })
    .onConflict((on) => on.columns(['org_id', 'article', 'user_id']).doUpdateSet({ read_at: at }))
    .execute()
}

export async function recordFeedback(tx: OrgTx, article: string, userId: string, helpful: boolean, at: Date): Promise<void> {
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

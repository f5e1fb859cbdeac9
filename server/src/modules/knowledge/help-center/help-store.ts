import { sql } from 'kysely'
import type { ArticleCategory } from '@imperium/contract/knowledge.ts'
import type { HelpCenterBody } from '@imperium/contract/knowledge/help-center.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { idOfSlug, isInUse } from '../../organizations/index.ts'
import type { SearchScope } from '../passages-store.ts'

/** The organization whose help center is at the address; null where none is open. */
export async function findOpenCenter(tx: SystemTx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ org_id: string }>`
    select h.org_id from app.knowledge_help_centers h
    where h.org_id = ${idOfSlug(slug)} and h.is_enabled and ${isInUse(sql`h.org_id`)}`.execute(tx)
  return rows[0]?.org_id ?? null
}

export const readCenter = (tx: OrgTx) =>
  tx
    .selectFrom('knowledge_help_centers')
    .select(['is_enabled', 'title', 'intro', 'accent', 'links', sql<boolean>`logo is not null`.as('has_logo')])
    .executeTakeFirst()

export async function readLogo(tx: OrgTx): Promise<Buffer | null> {
  return (await tx.selectFrom('knowledge_help_centers').select('logo').executeTakeFirst())?.logo ?? null
}

/** A help center that was never switched on gets its row. */
export async function writeLogo(tx: OrgTx, logo: Buffer | null, at: Date): Promise<void> {
  await tx
    .insertInto('knowledge_help_centers')
    .values({ org_id: tx.orgId, title: '', intro: '', logo, updated_at: at })
    .onConflict((on) => on.column('org_id').doUpdateSet({ logo, updated_at: at }))
    .execute()
}

export async function writeCenter(tx: OrgTx, { isEnabled, title, intro, accent, links }: HelpCenterBody, at: Date): Promise<void> {
  const set = { is_enabled: isEnabled, title, intro, accent, links: JSON.stringify(links), updated_at: at }
  await tx
    .insertInto('knowledge_help_centers')
    .values({ org_id: tx.orgId, ...set })
    .onConflict((on) => on.column('org_id').doUpdateSet(set))
    .execute()
}

export interface PublicArticle {
  id: string
  title: string
  excerpt: string
  category: ArticleCategory
  language: string
  published_at: Date
}

/** What the help center may show: published and public articles. Drafts are never read. */
const shown = sql`
  from app.knowledge_articles a
  join app.knowledge_article_versions v on v.article_id = a.id and v.version = a.published_version
  where a.visibility = 'public'`

const columns = sql`a.id, v.title, v.excerpt, a.category, a.language, v.created_at as published_at`

/** What its search finds: no documents and no product articles. */
export const publicScope: SearchScope = { articles: sql`a.visibility = 'public'`, documents: sql`false`, hasProduct: false }

export const mostArticles = 1_000

export async function listPublicArticles(tx: OrgTx): Promise<PublicArticle[]> {
  const { rows } = await sql<PublicArticle>`
    select ${columns} ${shown} order by a.featured desc, lower(v.title), a.id limit ${mostArticles}`.execute(tx)
  return rows
}

/** Of the rendering: raised when it changes, so that what was kept is rendered again. */
const htmlFormat = 1

export interface ArticleText {
  body: string
  version: number
  /** Null where it was never rendered. */
  html: string | null
}

export async function findPublicArticle(tx: OrgTx, id: string): Promise<(PublicArticle & ArticleText) | undefined> {
  const { rows } = await sql<PublicArticle & ArticleText>`
    select ${columns}, v.body, v.version, case when v.html_format = ${htmlFormat} then v.html end as html ${shown} and a.id = ${id}::uuid`.execute(
    tx,
  )
  return rows[0]
}

export async function writeArticleHtml(tx: OrgTx, id: string, version: number, html: string): Promise<void> {
  await tx
    .updateTable('knowledge_article_versions')
    .set({ html, html_format: htmlFormat })
    .where('article_id', '=', id)
    .where('version', '=', version)
    .execute()
}

export async function countPublicArticles(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${shown}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function recordVote(tx: OrgTx, articleId: string, voter: Buffer, isHelpful: boolean, at: Date): Promise<void> {
  const set = { is_helpful: isHelpful, updated_at: at }
  await tx
    .insertInto('knowledge_public_votes')
    .values({ org_id: tx.orgId, article_id: articleId, voter, ...set })
    .onConflict((on) => on.columns(['org_id', 'article_id', 'voter']).doUpdateSet(set))
    .execute()
}

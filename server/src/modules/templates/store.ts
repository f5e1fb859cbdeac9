import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { templateSorts } from '@imperium/contract/templates.ts'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import type { Cursors } from '../../platform/cursor.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { readPage } from '../../platform/resources/read-page.ts'
import type { ListOf, ListOrder, PageRequest } from '../../platform/resources/read-page.ts'
import type { FindImageUsers } from '../email-designs/index.ts'
import type { Category, OfficialTemplate } from './contents.ts'

export interface TemplateRow {
  key: string
  category: Category
  name: string
  description: string
  tags: string[]
  author: string
  content: unknown
  is_official: boolean
  is_own: boolean
  visibility: 'organization' | 'community'
  review: 'none' | 'pending' | 'approved' | 'rejected'
  created_by_user: string | null
  created_at: Date
  uses: number
  recent_uses: number
  ratings: number
  stars: number
  my_stars: number | null
  /** Place by uses and by recent uses among those of its category; 0: no recent use. */
  popular_rank: number
  trending_rank: number
}

export interface TemplateFilter {
  category?: Category | undefined
  type?: 'official' | 'community' | undefined
  q?: string | undefined
  tags?: readonly string[] | undefined
  key?: string
}

interface Viewer {
  userId: string
  official: readonly OfficialTemplate[]
  officialDate: Date
}

/** Every template that this organization sees, with its numbers: those of the product, its own, and the community's. */
const seen = ({ userId, official, officialDate }: Viewer) => sql<TemplateRow>`
  with named as (
    select o.key, o.category, o.name, o.description, o.tags, 'Imperium' as author, null::jsonb as content, true as is_official,
      false as is_own, 'community' as visibility, 'none' as review, null::uuid as created_by_user, ${officialDate}::timestamptz as created_at, -o.place as place
    from jsonb_to_recordset(${JSON.stringify(official.map((each, place) => ({ ...each, place })))}::jsonb)
      as o(key text, category text, name text, description text, tags text[], place int)
    union all
    select id::text, category, name, description, tags, author, content, false, true, visibility, review, created_by_user, created_at, -1000
    from app.templates
    union all
    select c.id::text, c.category, c.name, c.description, c.tags, c.author, c.content, false, false, 'community', 'approved', null, c.created_at, -1000
    from app.community_templates c where not exists (select from app.templates t where t.id = c.id)
  )
  select n.*, coalesce(t.uses, 0) as uses, coalesce(t.recent_uses, 0) as recent_uses, coalesce(t.ratings, 0) as ratings,
    coalesce(t.stars, 0) as stars, r.stars as my_stars,
    rank() over (partition by n.category order by coalesce(t.uses, 0) desc, n.place desc)::int as popular_rank,
    (case when coalesce(t.recent_uses, 0) = 0 then 0
      else rank() over (partition by n.category order by coalesce(t.recent_uses, 0) desc, coalesce(t.uses, 0) desc, n.place desc) end)::int as trending_rank
  from named n
  left join app.template_totals t on t.template = n.key
  left join app.template_ratings r on r.template = n.key and r.user_id = ${userId}`

type Sort = (typeof templateSorts)[number]
const place = { by: sql`place`, type: 'float8' } as const
const key = { by: sql`key collate "C"`, type: 'text' } as const
const uses = { by: sql`uses`, type: 'float8' } as const
const orders: Record<Sort, ListOrder> = {
  popular: { direction: 'desc', columns: [uses, place, key] },
  // To the millisecond, so that official templates keep their order among those of one moment.
  recent: { direction: 'desc', columns: [{ by: sql`floor(extract(epoch from created_at) * 1000)`, type: 'float8' }, place, key] },
  trending: { direction: 'desc', columns: [{ by: sql`recent_uses`, type: 'float8' }, uses, key] },
}

const holdsText = (pattern: string) =>
  sql<boolean>`(name ilike ${pattern} or description ilike ${pattern} or array_to_string(tags, ' ') ilike ${pattern})`

const matching = (tx: OrgTx, viewer: Viewer, { category, type, q, tags = [], key: wanted }: TemplateFilter) =>
  tx
    .selectFrom(sql<TemplateRow>`(${seen(viewer)})`.as('listed'))
    .selectAll()
    .$if(category !== undefined, (rows) => rows.where(sql<boolean>`category = ${category}`))
    .$if(type !== undefined, (rows) => rows.where(sql<boolean>`is_official = ${type === 'official'}`))
    .$if(wanted !== undefined, (rows) => rows.where(sql<boolean>`key = ${wanted}`))
    .$if(Boolean(q), (rows) => rows.where(holdsText(likePattern(q ?? ''))))
    .$if(tags.length > 0, (rows) => rows.where(sql<boolean>`tags @> ${tags}::text[]`))

type Listing = ListOf & { query: PageRequest & { sort: Sort } }

export const pageOfTemplates = (cursors: Cursors, of: Listing, viewer: Viewer, filter: TemplateFilter): Promise<Page<TemplateRow[]>> =>
  readPage(cursors, of, matching(of.tx, viewer, filter), orders[of.query.sort])

/** The first of a category in this order. */
export const firstTemplates = (tx: OrgTx, viewer: Viewer, category: Category, sort: Sort, limit: number): Promise<TemplateRow[]> =>
  matching(tx, viewer, { category })
    .orderBy(sql.join(orders[sort].columns.map(({ by }) => sql`${by} desc`)))
    .limit(limit)
    .execute()

export const findTemplate = (tx: OrgTx, viewer: Viewer, key: string): Promise<TemplateRow | undefined> =>
  matching(tx, viewer, { key }).executeTakeFirst()

export async function countTemplates(tx: OrgTx, viewer: Viewer) {
  const { rows } = await sql<{ total: number; official: number; uses: number }>`
    select count(*)::int as total, count(*) filter (where is_official)::int as official, coalesce(sum(uses), 0)::int as uses
    from (${seen(viewer)}) seen`.execute(tx)
  return rows[0] ?? { total: 0, official: 0, uses: 0 }
}

/** The first tags in alphabetical order, of a category. */
export async function firstTags(tx: OrgTx, viewer: Viewer, category: Category, limit: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from (${seen(viewer)}) seen, unnest(tags) as tag where category = ${category} order by tag limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ tag }) => tag)
}

/** Counts the uses and ratings of one template over all organizations anew. */
export async function foldTemplate(tx: SystemTx, template: string): Promise<void> {
  await sql`
    insert into app.template_totals (template, uses, recent_uses, ratings, stars)
    select ${template}, u.uses, u.recent, r.ratings, r.stars
    from (select count(*)::int as uses, count(*) filter (where at > now() - interval '7 days')::int as recent from app.template_uses where template = ${template}) u,
      (select count(*)::int as ratings, coalesce(sum(stars), 0)::int as stars from app.template_ratings where template = ${template}) r
    on conflict (template) do update
      set uses = excluded.uses, recent_uses = excluded.recent_uses, ratings = excluded.ratings, stars = excluded.stars`.execute(tx)
}

/** Templates with recent uses that may have become older than seven days. */
export async function recentlyUsed(tx: SystemTx): Promise<string[]> {
  const rows = await tx.selectFrom('template_totals').select('template').where('recent_uses', '>', 0).execute()
  return rows.map(({ template }) => template)
}

/** A user's ratings of templates, for the export of their data. */
export const exportRatings = (tx: OrgTx, userId: string) =>
  tx.selectFrom('template_ratings').select(['template', 'stars', 'at']).where('user_id', '=', userId).orderBy('at').execute()

/** No stars: the rating is taken back. */
export async function writeRating(
  tx: OrgTx,
  { userId, template, stars, at }: { userId: string; template: string; stars: number; at: Date },
): Promise<void> {
  if (stars === 0) await tx.deleteFrom('template_ratings').where('user_id', '=', userId).where('template', '=', template).execute()
  else
    await tx
      .insertInto('template_ratings')
      .values({ org_id: tx.orgId, user_id: userId, template, stars, at })
      .onConflict((on) => on.columns(['org_id', 'user_id', 'template']).doUpdateSet({ stars, at }))
      .execute()
}

export async function deleteTemplate(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('id', '=', id).execute()
}

/** Own templates with an image in their message. */
export const templatesWithImage: FindImageUsers = async (tx, imageKey) => {
  const holds = sql<SqlBool>`content::text like ${likePattern(imageKey)}`
  const rows = await tx.selectFrom('templates').select('name').where(holds).orderBy('name').limit(20).execute()
  return rows.map(({ name }) => name)
}

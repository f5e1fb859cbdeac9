import { sql } from 'kysely'
import type { ExpressionBuilder, RawBuilder, Selectable, SqlBool } from 'kysely'
import type { campaignSorts } from '@imperium/contract/campaigns/campaign-operations.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignStatus } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { englishOf, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { holdImages } from '../email-designs/index.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { Campaigns, DB } from '../../platform/db/types.gen.ts'

export interface CampaignRow extends Omit<Selectable<Campaigns>, 'definition' | 'status' | 'channel' | 'paused_from' | 'approval'> {
  definition: CampaignDefinition
  status: CampaignStatus
  channel: Channel
  paused_from: 'scheduled' | 'running' | null
  approval: 'none' | 'requested' | 'approved' | 'rejected'
}

/** Parses with the schema: definitions from older versions of the product get defaults for newer fields. */
export const readDefinition = (stored: unknown): CampaignDefinition => CampaignDefinition.parse(stored)

export const toCampaignRow = (row: Selectable<Campaigns>): CampaignRow => ({
  ...row,
  definition: readDefinition(row.definition),
  status: row.status as CampaignStatus,
  channel: row.channel as Channel,
  paused_from: row.paused_from as CampaignRow['paused_from'],
  approval: row.approval as CampaignRow['approval'],
})

export async function findCampaign(tx: OrgTx, id: string): Promise<CampaignRow | null> {
  const row = await tx.selectFrom('campaigns').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  return row ? toCampaignRow(row) : null
}

/** Reads and locks a campaign until the transaction ends; changes of state, version or schedule lock it first. */
export async function lockCampaign(tx: OrgTx, id: string): Promise<CampaignRow | null> {
  const row = await tx
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toCampaignRow(row) : null
}

export interface NewCampaign {
  id: string
  name: string
  description: string
  channel: Channel
  agentId: string | null
  definition: CampaignDefinition
  clonedFrom?: string
  createdBy: string
  createdByUser: string
}

export async function insertCampaign(tx: OrgTx, campaign: NewCampaign): Promise<void> {
  await tx
    .insertInto('campaigns')
    .values({
      org_id: tx.orgId,
      id: campaign.id,
      name: campaign.name,
      description: campaign.description,
      channel: campaign.channel,
      agent_id: campaign.agentId,
      definition: JSON.stringify(campaign.definition),
      cloned_from: campaign.clonedFrom ?? null,
      created_by: campaign.createdBy,
      created_by_user: campaign.createdByUser,
    })
    .execute()
  await insertVersion(tx, { campaignId: campaign.id, version: 1, definition: campaign.definition, createdBy: campaign.createdBy })
}

export async function insertVersion(
  tx: OrgTx,
  {
    campaignId,
    version,
    definition,
    createdBy,
  }: { campaignId: string; version: number; definition: CampaignDefinition; createdBy: string },
): Promise<void> {
  await holdImages(tx, definition)
  await tx
    .insertInto('campaign_versions')
    .values({ org_id: tx.orgId, campaign_id: campaignId, version, definition: JSON.stringify(definition), created_by: createdBy })
    .execute()
}

type Changeable =
  | (
      | 'name'
      | 'description'
      | 'channel'
      | 'agent_id'
      | 'version'
      | 'status'
      | 'paused_from'
      | 'pause_reason'
      | 'pause_reason_key'
      | 'next_at'
      | 'steps'
    )
  | ('approval' | 'approval_by' | 'is_bounded' | 'launched_at' | 'completed_at' | 'deleted_at')

/** The reason of a pause as its columns; empty text for none. */
export const pauseReason = (text: Text) => ({ pause_reason: englishOf(text), pause_reason_key: storedKey(text) })

/** Writes the given columns and the time of the change. */
export async function writeCampaign(
  tx: OrgTx,
  id: string,
  { definition, ...set }: Partial<Pick<CampaignRow, Changeable>> & { definition?: CampaignDefinition },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ ...set, ...(definition ? { definition: JSON.stringify(definition) } : {}), updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export async function findVersion(tx: OrgTx, campaignId: string, version: number): Promise<CampaignDefinition | null> {
  const row = await tx
    .selectFrom('campaign_versions')
    .select('definition')
    .where('campaign_id', '=', campaignId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? readDefinition(row.definition) : null
}

export async function listVersions(tx: OrgTx, campaignId: string, { before, limit }: { before: number | null; limit: number }) {
  const rows = await tx
    .selectFrom('campaign_versions')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .$if(before !== null, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    version: row.version,
    definition: readDefinition(row.definition),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  }))
}

interface CampaignFilter {
  sentSince?: string | undefined
  q?: string | undefined
  status?: CampaignStatus | undefined
  channel?: Channel | undefined
}

function matching({ q, status, channel, sentSince }: CampaignFilter) {
  return (eb: ExpressionBuilder<DB, 'campaigns'>) => {
    const conditions: ReturnType<typeof eb.and>[] = []
    if (q) conditions.push(eb.or([eb('name', 'ilike', likePattern(q)), eb('description', 'ilike', likePattern(q))]))
    if (status) conditions.push(eb.and([eb('status', '=', status)]))
    if (channel) conditions.push(eb.and([eb('channel', '=', channel)]))
    if (sentSince)
      conditions.push(
        eb.and([
          sql<SqlBool>`exists (select from app.campaign_sends s
          where s.org_id = campaigns.org_id and s.campaign_id = campaigns.id and s.started_at >= ${sentSince}::timestamptz)`,
        ]),
      )
    return eb.and(conditions)
  }
}

type Sort = (typeof campaignSorts)[number]
const sorts: Record<Sort, { by: RawBuilder<unknown>; type: string }> = {
  createdAt: { by: sql`created_at`, type: 'timestamptz' },
  updatedAt: { by: sql`updated_at`, type: 'timestamptz' },
  name: { by: sql`lower(name)`, type: 'text' },
  status: { by: sql`status`, type: 'text' },
}

export interface CampaignPage {
  filter: CampaignFilter
  sort: Sort
  direction: 'asc' | 'desc'
  limit: number
  /** Sort value (as text) and id of the last row of the page before. */
  after: [string, string] | null
}

export async function listCampaigns(tx: OrgTx, page: CampaignPage): Promise<{ rows: CampaignRow[]; last: [string, string] | null }> {
  const { by, type } = sorts[page.sort]
  const compare = sql.raw(page.direction === 'asc' ? '>' : '<')
  const order = sql.raw(page.direction)
  const rows = await tx
    .selectFrom('campaigns')
    .selectAll()
    .select(sql<string>`${by}::text`.as('sort_key'))
    .where('deleted_at', 'is', null)
    .where(matching(page.filter))
    .$if(page.after !== null, (query) =>
      query.where(sql<SqlBool>`(${by}, id) ${compare} (${page.after?.[0]}::${sql.raw(type)}, ${page.after?.[1]}::uuid)`),
    )
    .orderBy(sql`${by} ${order}`)
    .orderBy(sql`id ${order}`)
    .limit(page.limit + 1)
    .execute()
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { rows: shown.map(toCampaignRow), last: last ? [last.sort_key, last.id] : null }
}

/** Which of the campaigns have a send that waits for a review of the agent's drafts, also where it was paused meanwhile. */
export async function campaignsInReview(tx: OrgTx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('campaign_sends')
    .select('campaign_id')
    .distinct()
    .where('campaign_id', 'in', ids)
    .where(sql<SqlBool>`case when status = 'paused' then paused_from else status end = 'review'`)
    .execute()
  return new Set(rows.map((row) => row.campaign_id))
}

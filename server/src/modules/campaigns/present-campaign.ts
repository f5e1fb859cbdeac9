import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { keyOf, readKey } from '@imperium/contract/kit/message.ts'
import type { Message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { agentNames } from '../agents/index.ts'
import { noStats, statsOfCampaigns } from './campaign-stats.ts'
import { describeAudience } from '../segments/index.ts'
import { campaignsInReview, findCampaign } from './store.ts'
import type { CampaignRow } from './store.ts'

/** Describes audiences in words, by their JSON: on a page of campaigns many are the same. */
async function describeAudiences(tx: OrgTx, rows: readonly CampaignRow[]): Promise<Map<string, Message>> {
  const different = new Map(
    rows.flatMap(({ definition: { audience } }) => (audience ? [[JSON.stringify(audience), audience] as const] : [])),
  )
  const described = [...different].map(async ([key, audience]) => [key, await describeAudience(tx, audience)] as const)
  return new Map(await Promise.all(described))
}

const audienceIn = (audience: Message | undefined) =>
  audience ? { audienceSummary: audience.message, audienceSummaryKey: keyOf(audience) } : { audienceSummary: '' }

/** Rows as the API shows them, with their numbers and names, in a fixed number of statements. */
export async function presentCampaigns(tx: OrgTx, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const ids = rows.map((row) => row.id)
  const agentIds = [...new Set(rows.flatMap((row) => [row.agent_id ?? [], row.definition.agent?.agentId ?? []].flat()))]
  const [stats, names, inReview] = await Promise.all([statsOfCampaigns(tx, ids), agentNames(tx, agentIds), campaignsInReview(tx, ids)])
  const audiences = await describeAudiences(tx, rows)
  const nameOf = (id: string | null | undefined) => (id ? (names.get(id) ?? null) : null)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    channel: row.channel,
    status: row.status,
    agentId: row.agent_id,
    agentName: nameOf(row.agent_id),
    writerName: nameOf(row.definition.agent?.agentId),
    ...audienceIn(audiences.get(JSON.stringify(row.definition.audience))),
    definition: row.definition,
    version: row.version,
    stats: stats.get(row.id) ?? noStats(),
    nextAt: row.next_at?.toISOString() ?? null,
    pauseReason: row.pause_reason,
    pauseReasonKey: readKey(row.pause_reason, row.pause_reason_key),
    approval: row.approval,
    approvalBy: row.approval_by,
    needsReview: inReview.has(row.id),
    createdBy: row.created_by,
    launchedAt: row.launched_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

/** @throws 404. */
export async function presentCampaign(tx: OrgTx, id: string): Promise<Campaign> {
  const row = await findCampaign(tx, id)
  const [shown] = row ? await presentCampaigns(tx, [row]) : []
  if (!shown) throw notFound()
  return shown
}

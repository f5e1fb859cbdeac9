import { sql } from 'kysely'
import type { SendStats } from '@imperium/contract/campaigns/campaigns.ts'
import type { OrgTx } from '../../platform/db/database.ts'

/** Sums of the chunks' counters, as columns of a query that calls them `k`. */
export const chunkSums = [
  sql<number>`coalesce(sum(k.total), 0)::bigint`.as('total'),
  sql<number>`coalesce(sum(k.sent), 0)::bigint`.as('sent'),
  sql<number>`coalesce(sum(k.delivered), 0)::bigint`.as('delivered'),
  sql<number>`coalesce(sum(k.opened), 0)::bigint`.as('opened'),
  sql<number>`coalesce(sum(k.clicked), 0)::bigint`.as('clicked'),
  sql<number>`coalesce(sum(k.responded), 0)::bigint`.as('responded'),
  sql<number>`coalesce(sum(k.bounced), 0)::bigint`.as('bounced'),
  sql<number>`coalesce(sum(k.complained), 0)::bigint`.as('complained'),
  sql<number>`coalesce(sum(k.unsubscribed), 0)::bigint`.as('unsubscribed'),
  sql<number>`coalesce(sum(k.failed), 0)::bigint`.as('failed'),
  sql<number>`coalesce(sum(k.undelivered), 0)::bigint`.as('undelivered'),
  sql<number>`coalesce(sum(k.skipped), 0)::bigint`.as('skipped'),
  sql<number>`coalesce(sum(k.held), 0)::bigint`.as('held'),
  sql<number>`coalesce(sum(k.repeats), 0)::bigint`.as('repeats'),
  sql<number>`coalesce(sum(k.cost_micros), 0)::bigint`.as('cost_micros'),
] as const

const counters = [
  ...(['total', 'sent', 'delivered', 'opened', 'clicked', 'responded', 'bounced', 'complained'] as const),
  ...(['unsubscribed', 'failed', 'skipped', 'held', 'repeats'] as const),
] as const
export type ChunkSums = Record<(typeof counters)[number] | 'undelivered' | 'cost_micros', number>

const noSums = Object.fromEntries([...counters, 'undelivered', 'cost_micros'].map((name) => [name, 0])) as ChunkSums

/** Percent with one decimal; null if the whole is 0. */
export const percentOf = (part: number, whole: number): number | null => (whole > 0 ? Math.round((1_000 * part) / whole) / 10 : null)

export function toStats({ cost_micros: costMicros, undelivered, ...sums }: ChunkSums): SendStats {
  // A recipient that was sent to and failed afterwards counts once.
  const settled = sums.sent + sums.failed - undelivered + sums.skipped + sums.held
  return {
    ...sums,
    queued: Math.max(0, sums.total - settled),
    responseRate: percentOf(sums.responded, sums.sent),
    deliveryRate: percentOf(sums.delivered, sums.sent),
    costMicros,
  }
}

export const noStats = (): SendStats => toStats(noSums)

/** The numbers of all sends of each campaign; a campaign without a send is missing. */
export async function statsOfCampaigns(tx: OrgTx, campaignIds: readonly string[]): Promise<Map<string, SendStats>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('campaign_sends as s')
    .innerJoin('campaign_chunks as k', (join) => join.onRef('k.org_id', '=', 's.org_id').onRef('k.send_id', '=', 's.id'))
    .select('s.campaign_id')
    .select(chunkSums)
    .where('s.campaign_id', 'in', campaignIds)
    .groupBy('s.campaign_id')
    .execute()
  const drafts = await draftMicros(tx, campaignIds)
  return new Map(
    rows.map(({ campaign_id, ...sums }) => [
      campaign_id,
      toStats({ ...sums, cost_micros: sums.cost_micros + (drafts.get(campaign_id) ?? 0) }),
    ]),
  )
}

/** What agents took for the messages of these campaigns, their samples not included. */
async function draftMicros(tx: OrgTx, campaignIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('campaign_sends as s')
    .innerJoin('campaign_drafts as d', (join) => join.onRef('d.org_id', '=', 's.org_id').onRef('d.send_id', '=', 's.id'))
    .select('s.campaign_id')
    .select(sql<number>`sum(d.cost_micros)::bigint`.as('micros'))
    .where('s.campaign_id', 'in', campaignIds)
    .groupBy('s.campaign_id')
    .execute()
  return new Map(rows.map(({ campaign_id, micros }) => [campaign_id, micros]))
}

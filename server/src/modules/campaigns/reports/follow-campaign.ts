import type { CampaignEvent } from '@imperium/contract/campaigns/campaign-reports.ts'
import { createBell } from '../../../platform/events/bell.ts'
import type { StreamItem } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { noStats, statsOfCampaigns } from '../campaign-stats.ts'
import { campaignsInReview, findCampaign } from '../store.ts'

/** Where no signal comes through, the numbers are looked at this often. */
const pollEveryMs = 5_000
/** They change with every window of every chunk; nobody reads faster. */
const atLeastMs = 500

/** The numbers of a campaign as they change, from now until it has completed, is deleted, or the reader goes away. */
export async function* followCampaign(
  platform: Platform,
  orgId: string,
  campaignId: string,
  signal: AbortSignal,
): AsyncGenerator<StreamItem<CampaignEvent>> {
  const bell = createBell(signal)
  const off = platform.live.on((message) => message.kind === 'campaign' && message.campaignId === campaignId && bell.ring())
  let told = ''
  try {
    for (let id = 1; !signal.aborted;) {
      const heard = bell.next(pollEveryMs)
      const event = await platform.db.withOrg(orgId, (tx) => readProgress(tx, campaignId))
      if (!event) return
      const text = JSON.stringify(event)
      if (text !== told) yield { id: id++, data: { ...event, at: platform.clock.now().toISOString() } }
      told = text
      if (event.status === 'completed') return
      await heard
      await new Promise((resolve) => setTimeout(resolve, atLeastMs))
    }
  } finally {
    off()
    bell.close()
  }
}

async function readProgress(tx: Parameters<typeof findCampaign>[0], id: string): Promise<Omit<CampaignEvent, 'at'> | null> {
  const [campaign, stats, inReview] = await Promise.all([findCampaign(tx, id), statsOfCampaigns(tx, [id]), campaignsInReview(tx, [id])])
  if (!campaign) return null
  return {
    type: 'progress',
    status: campaign.status,
    stats: stats.get(id) ?? noStats(),
    needsReview: inReview.has(id),
    pauseReason: campaign.pause_reason,
  }
}

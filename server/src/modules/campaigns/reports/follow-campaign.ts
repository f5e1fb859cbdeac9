import type { CampaignEvent } from '@imperium/contract/campaigns/campaign-reports.ts'
import { readKey } from '@imperium/contract/kit/message.ts'
import { createWakeup } from '../../../platform/events/wakeup.ts'
import type { StreamItem } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { noStats, statsOfCampaigns } from '../campaign-stats.ts'
import { campaignsInReview, findCampaign } from '../store.ts'
import { campaignChanged } from '../campaign-changed.ts'

/** Poll interval, for when no signal arrives. */
const pollEveryMs = 5_000
/** The numbers change with every window of every chunk, faster than a user can read. */
const atLeastMs = 500

/** Streams the numbers of a campaign, until it has completed or is deleted, or the client disconnects. */
export async function* followCampaign(
  platform: Platform,
  orgId: string,
  campaignId: string,
  signal: AbortSignal,
): AsyncGenerator<StreamItem<CampaignEvent>> {
  const wakeup = createWakeup(signal)
  const off = platform.live.on(campaignChanged, (message) => message.campaignId === campaignId && wakeup.notify())
  let sent = ''
  try {
    for (let id = 1; !signal.aborted;) {
      const signalled = wakeup.next(pollEveryMs)
      const event = await platform.db.withOrg(orgId, (tx) => readProgress(tx, campaignId))
      if (!event) return
      const text = JSON.stringify(event)
      if (text !== sent) yield { id: id++, data: { ...event, at: platform.clock.now().toISOString() } }
      sent = text
      if (event.status === 'completed') return
      await signalled
      await new Promise((resolve) => setTimeout(resolve, atLeastMs))
    }
  } finally {
    off()
    wakeup.close()
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
    pauseReasonKey: readKey(campaign.pause_reason, campaign.pause_reason_key),
  }
}

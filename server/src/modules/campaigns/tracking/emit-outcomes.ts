import { campaignMessageEvents } from '@imperium/contract/events/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Counter } from './store.ts'

type Outcome = 'delivered' | 'bounced' | 'complained'
const outcomes: readonly Outcome[] = ['delivered', 'bounced', 'complained']

/** Emits the outcome of a message, where a workflow of the organization starts with it or waits for it. */
export async function emitOutcomes(
  { events }: Pick<Platform, 'events'>,
  tx: OrgTx,
  { sendId, contactId, detail }: { sendId: string; contactId: string; detail: string },
  counts: Partial<Record<Counter, number>>,
): Promise<void> {
  for (const each of outcomes.filter((name) => counts[name] === 1)) {
    if (!(await events.hasListeners(tx.orgId, campaignMessageEvents[each], (ask) => ask(tx)))) continue
    const campaign = await tx
      .selectFrom('campaign_sends as s')
      .innerJoin('campaigns as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.id', '=', 's.campaign_id'))
      .select(['c.id', 'c.name', 'c.channel'])
      .where('s.id', '=', sendId)
      .executeTakeFirst()
    if (!campaign) return
    const about = { contactId, channel: campaign.channel, campaignId: campaign.id, sendId, name: campaign.name }
    if (each === 'delivered') await events.emit(tx, campaignMessageEvents.delivered, about)
    else await events.emit(tx, campaignMessageEvents[each], { ...about, detail })
  }
}

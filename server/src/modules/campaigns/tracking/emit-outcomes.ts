import { campaignMessageEvents } from '@imperium/contract/events/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Counter } from './store.ts'

const outcomes = ['delivered', 'opened', 'clicked', 'bounced', 'complained'] as const

/** Emits each outcome of a message once, if the organization has a consumer of it. */
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
    if (each === 'bounced' || each === 'complained') await events.emit(tx, campaignMessageEvents[each], { ...about, detail })
    else await events.emit(tx, campaignMessageEvents[each], about)
  }
}

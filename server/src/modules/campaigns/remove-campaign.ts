import { conflict, notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { mayRemove } from './campaign-state.ts'
import { assertCampaignUnused } from './campaign-users.ts'
import { cancelSend } from './engine/start-send.ts'
import { lockCampaign, writeCampaign } from './store.ts'

/** @throws 404; 409 while it is running, or where a published workflow adds to it. Sent messages stay in the history of the contacts. */
export async function removeCampaign(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<void> {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  if (!mayRemove(campaign.status)) throw conflict('This campaign is running. Pause it first.')
  await assertCampaignUnused(platform, tx, id)
  await cancelSend(tx, { campaignId: id })
  await writeCampaign(tx, id, { deleted_at: new Date(), next_at: null })
  audit({ targetName: campaign.name, before: { name: campaign.name, status: campaign.status, definition: campaign.definition } })
}

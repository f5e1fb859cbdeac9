import type { Campaign } from '@imperium/contract/campaigns.ts'
import { notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { move } from './campaign-state.ts'
import { pauseSend, resumeSend } from './engine/start-send.ts'
import { presentCampaign } from './present-campaign.ts'
import { lockCampaign, writeCampaign } from './store.ts'

/** Stops a campaign where it is: what is in flight is finished, nothing new is taken. @throws 404, 409. */
export async function pauseCampaign({ tx, actor, audit }: OrgContext, id: string): Promise<Campaign> {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  const { status, pausedFrom } = move({ status: campaign.status, pausedFrom: campaign.paused_from }, 'pause')
  await writeCampaign(tx, id, { status, paused_from: pausedFrom, pause_reason: `Paused by ${actor.name}.` })
  await pauseSend(tx, { campaignId: id })
  await signal(tx, { kind: 'campaign', orgId: tx.orgId, campaignId: id })
  audit({ targetName: campaign.name, before: { status: campaign.status }, after: { status } })
  return presentCampaign(tx, id)
}

/** Goes on exactly where the pause stopped; an occurrence that passed meanwhile is treated as any other that was missed. @throws 404, 409. */
export async function resumeCampaign(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<Campaign> {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  const { status, pausedFrom } = move({ status: campaign.status, pausedFrom: campaign.paused_from }, 'resume')
  await writeCampaign(tx, id, { status, paused_from: pausedFrom, pause_reason: '' })
  await resumeSend(platform, tx, { campaignId: id })
  await signal(tx, { kind: 'campaign', orgId: tx.orgId, campaignId: id })
  audit({ targetName: campaign.name, before: { status: campaign.status }, after: { status } })
  return presentCampaign(tx, id)
}

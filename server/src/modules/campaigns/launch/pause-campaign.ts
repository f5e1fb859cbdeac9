import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { forbidden, invalid, notFound } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { move } from '../campaign-state.ts'
import { endIfOver } from '../engine/finish-send.ts'
import { pauseSend, resumeSend } from '../engine/start-send.ts'
import { checkLaunch, overLimit } from './launch-preconditions.ts'
import { presentCampaign } from '../present-campaign.ts'
import { lockCampaign, pauseReason, writeCampaign } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { campaignChanged } from '../campaign-changed.ts'

/** Pauses a campaign: messages in flight are finished, no new ones are taken. @throws 404, 409. */
export async function pauseCampaign({ tx, actor, audit }: OrgContext, id: string): Promise<Campaign> {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  const { status, pausedFrom } = move({ status: campaign.status, pausedFrom: campaign.paused_from }, 'pause')
  await writeCampaign(tx, id, { status, paused_from: pausedFrom, ...pauseReason(message('Paused by {name}.', { name: actor.name })) })
  await pauseSend(tx, { campaignId: id })
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId: id }))
  audit({ targetName: campaign.name, before: { status: campaign.status }, after: { status } })
  return presentCampaign(tx, id)
}

/**
 * Continues exactly where the pause began; an occurrence that passed meanwhile is treated as any other missed one.
 * @throws 404; 409; 422 where an occurrence is due and has errors; 403 where it needs an owner or administrator.
 */
export async function resumeCampaign(platform: Platform, { tx, may, audit }: OrgContext, id: string): Promise<Campaign> {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  const { status, pausedFrom } = move({ status: campaign.status, pausedFrom: campaign.paused_from }, 'resume')
  const isBounded = campaign.is_bounded && !may('campaigns:approve')
  await checkDue(platform, tx, { ...campaign, is_bounded: isBounded })
  await writeCampaign(tx, id, { status, paused_from: pausedFrom, ...pauseReason(''), is_bounded: isBounded })
  await resumeSend(platform, tx, { campaignId: id })
  await endIfOver(platform, tx, { campaignId: id, name: campaign.name })
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId: id }))
  audit({ targetName: campaign.name, before: { status: campaign.status }, after: { status } })
  return presentCampaign(tx, id)
}

/** A due occurrence would pause it again immediately: better to return the error to the user who resumes it. */
async function checkDue(platform: Platform, tx: OrgTx, campaign: CampaignRow): Promise<void> {
  const now = platform.clock.now()
  if (!campaign.next_at || campaign.next_at > now) return
  const { errors, count } = await checkLaunch(platform, tx, campaign, new Date(campaign.next_at.getTime() - 1), {
    isLaunched: true,
  })
  if (errors.length > 0) throw invalid(errors, 'This campaign cannot continue yet.')
  const over = await overLimit(tx, campaign, count)
  if (over) throw forbidden(over.message)
}

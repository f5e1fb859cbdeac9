import { nextOccurrence } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { campaignEvents } from '@imperium/contract/events/campaigns.ts'
import { conflict, invalid, notFound, stale } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import { requireMessages } from '../../../platform/metering/message-allowance.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { requireProvedAddress } from '../../../platform/operations/proved-address.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readEmailSettings } from '../../channels/index.ts'
import { saveLinks } from '../messages/campaign-messages.ts'
import { move } from '../campaign-state.ts'
import { startSend } from '../engine/start-send.ts'
import { checkLaunch } from './launch-preconditions.ts'
import { presentCampaign } from '../present-campaign.ts'
import { lockCampaign, pauseReason, writeCampaign } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { campaignChanged } from '../campaign-changed.ts'

/** Begins the next occurrence with the newest version. The caller has locked the campaign's row. */
export async function beginOccurrence(platform: Platform, tx: OrgTx, campaign: CampaignRow, nextAt: Date | null): Promise<string> {
  const { id, version, steps } = campaign
  const step = steps + 1
  const { status } = move({ status: campaign.status, pausedFrom: null }, campaign.status === 'draft' ? 'send' : 'begin')
  await saveLinks(tx, campaign)
  await writeCampaign(tx, id, {
    status,
    steps: step,
    next_at: nextAt,
    paused_from: null,
    ...pauseReason(''),
    ...(campaign.launched_at === null ? { launched_at: platform.clock.now() } : {}),
  })
  return startSend(platform, tx, { campaignId: id, version, step })
}

/** Launches a checked draft: immediately, or by its schedule. @throws 429 PLAN_LIMIT where the month's message quota is used up. */
async function launch(
  platform: Platform,
  tx: OrgTx,
  campaign: CampaignRow,
  { by, isBounded }: { by: string; isBounded: boolean },
): Promise<void> {
  const now = platform.clock.now()
  const { schedule } = campaign.definition
  const nextAt = nextOccurrence(schedule, now)
  if (schedule.type === 'now') {
    await requireMessages(tx)
    await beginOccurrence(platform, tx, campaign, null)
  } else {
    const { status } = move({ status: campaign.status, pausedFrom: null }, 'schedule')
    await writeCampaign(tx, campaign.id, { status, next_at: nextAt, launched_at: now })
  }
  const { id: campaignId, name } = campaign
  await writeCampaign(tx, campaignId, { is_bounded: isBounded })
  await platform.events.emit(tx, campaignEvents.launched, { campaignId, name, by, nextAt: nextAt?.toISOString() ?? null })
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId }))
}

/** Refuses a version that the caller has not seen: another member may have saved meanwhile. @throws 409 */
function assertSeen({ version }: CampaignRow, seenVersion: number | undefined): void {
  if (seenVersion !== undefined && seenVersion !== version) throw stale()
}

/**
 * Launches a draft. Above the organization's launch limit for a MEMBER it requests approval of an OWNER or ADMIN instead.
 * @throws 404; 403 until the caller's address is verified; 409 where it is already launched, or newer than what was seen; 422 with all errors.
 */
export async function sendCampaign(platform: Platform, context: OrgContext, id: string, seenVersion?: number): Promise<Campaign> {
  const { tx, caller, actor, may, audit } = context
  requireProvedAddress(caller)
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  assertSeen(campaign, seenVersion)
  move({ status: campaign.status, pausedFrom: campaign.paused_from }, 'send')
  const { errors, count } = await checkLaunch(platform, tx, campaign, platform.clock.now())
  if (errors.length) throw invalid(errors, 'This campaign cannot be launched yet.')
  const { launchLimit } = await readEmailSettings(tx)
  if (count > launchLimit && !may('campaigns:approve')) {
    await writeCampaign(tx, id, { approval: 'requested', approval_by: actor.name })
    // A repeated request notifies the approvers only once.
    if (campaign.approval !== 'requested')
      await platform.events.emit(tx, campaignEvents.approvalRequested, {
        campaignId: id,
        name: campaign.name,
        recipients: count,
        by: actor.name,
      })
  } else {
    await launch(platform, tx, campaign, { by: actor.name, isBounded: !may('campaigns:approve') })
    // The launch settles a pending approval: approving it later cannot launch a second time.
    if (campaign.approval !== 'none')
      await writeCampaign(tx, id, { approval: may('campaigns:approve') ? 'approved' : 'none', approval_by: actor.name })
  }
  const after = await presentCampaign(tx, id)
  audit({
    targetName: after.name,
    before: { status: campaign.status, approval: campaign.approval },
    after: { status: after.status, approval: after.approval, version: after.version, recipients: count, nextAt: after.nextAt },
  })
  return after
}

/**
 * Decides about a requested launch; an approved one is launched immediately.
 * @throws 404; 409 where no launch was requested, it is already launched, or newer than what was seen; 422 as for a launch.
 */
export async function decideLaunch(
  platform: Platform,
  { tx, caller, actor, audit }: OrgContext,
  id: string,
  decision: { approved: true; version?: number | undefined } | { approved: false; reason: string },
): Promise<Campaign> {
  requireProvedAddress(caller)
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  if (decision.approved) assertSeen(campaign, decision.version)
  if (campaign.approval !== 'requested') throw conflict('No approval was requested for this campaign.')
  move({ status: campaign.status, pausedFrom: campaign.paused_from }, 'send')
  if (decision.approved) {
    const { errors } = await checkLaunch(platform, tx, campaign, platform.clock.now())
    if (errors.length) throw invalid(errors, 'This campaign cannot be launched yet.')
    await launch(platform, tx, campaign, { by: actor.name, isBounded: false })
  }
  await writeCampaign(tx, id, {
    approval: decision.approved ? 'approved' : 'rejected',
    approval_by: actor.name,
    ...(decision.approved ? {} : pauseReason(decision.reason)),
  })
  const after = await presentCampaign(tx, id)
  audit({
    targetName: after.name,
    before: { approval: campaign.approval },
    after: { ...decision, version: after.version, status: after.status },
  })
  return after
}

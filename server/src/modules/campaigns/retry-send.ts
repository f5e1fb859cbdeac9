import type { RetryReason } from '@imperium/contract/campaign-reports.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueChunks } from './engine/queue-chunks.ts'
import { requeueFailed } from './engine/retry-failed.ts'
import { moveGuard, reopenSend } from './engine/send-store.ts'
import { findSend } from './reports/recipients-store.ts'
import { lockCampaign, writeCampaign } from './store.ts'

/**
 * Sends again to those whose message failed, of one occurrence (the newest unless named), for reasons that may be over. Consent, suppression and
 * caps are asked anew. A send that had ended goes on; one that stands still takes them with its resume.
 * @throws 404; 403 until the caller's address is proved; 409 where nothing failed that can be sent again, or it was stopped for good.
 */
export async function retryFailed(
  platform: Platform,
  { tx, caller, audit }: OrgContext,
  id: string,
  { sendId, reasons }: { sendId?: string | undefined; reasons: readonly RetryReason[] },
): Promise<{ again: number }> {
  requireProvedAddress(caller)
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw notFound()
  const send = await findSend(tx, id, sendId)
  if (!send && sendId) throw notFound()
  if (!send || !['sending', 'testing', 'paused', 'completed'].includes(send.status))
    throw conflict('Nothing of this campaign can be sent again.')
  if (send.recipients_erased_at) throw conflict('Its recipients are no longer kept, so that nothing of it can be sent again.')
  const again = await requeueFailed(tx, { sendId: send.id, reasons })
  if (again === 0) throw conflict('Nothing of this campaign can be sent again.')
  const isPaused = campaign.status === 'paused'
  if (send.status === 'completed') await reopenSend(tx, send.id, isPaused)
  if (campaign.status === 'completed') await writeCampaign(tx, id, { status: 'running', completed_at: null })
  // What failed before is known, and is no reason to stop again.
  await moveGuard(tx, send.id)
  await queueChunks(platform, tx, send.id)
  await signal(tx, { kind: 'campaign', orgId: tx.orgId, campaignId: id })
  audit({ targetName: campaign.name, before: { status: campaign.status }, after: { sendId: send.id, reasons: [...reasons], again } })
  return { again }
}

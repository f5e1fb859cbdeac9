import type { RetryReason } from '@imperium/contract/campaigns/campaign-reports.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { requireProvedAddress } from '../../../platform/operations/proved-address.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { whyStopped } from '../drafts/agent-faults.ts'
import { waitAgainForOpen, sumDrafts } from '../drafts/drafts-store.ts'
import { mayStart } from '../drafts/write-drafts.ts'
import { clearJobs, queueChunks } from '../engine/queue-chunks.ts'
import { requeueFailed } from '../engine/retries/retry-failed.ts'
import { moveGuard, readFacts, reopenSend } from '../engine/send-store.ts'
import { findSend } from '../reports/recipients-store.ts'
import { lockCampaign, writeCampaign } from '../store.ts'
import { campaignChanged } from '../campaign-changed.ts'

/**
 * Retries failed messages of one send (the newest unless named); checks consent, suppression and caps again. @throws 404; 403 until the
 * caller's address is verified; 409 where nothing can be sent again, the agent cannot write now, or it was stopped.
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
    throw conflict('No message of this campaign can be sent again.')
  if (send.recipients_erased_at) throw conflict('Its recipients are no longer stored, so it cannot be sent again.')
  const unwritable = reasons.includes('agent_failed') ? await whyNotWritten(tx, send.id) : null
  const { again, unwritten } = await requeueFailed(tx, {
    sendId: send.id,
    reasons: unwritable === null ? reasons : reasons.filter((reason) => reason !== 'agent_failed'),
  })
  if (again === 0) throw conflict(unwritable ?? 'No message of this campaign can be sent again.')
  await reopenSend(tx, send.id, { isPaused: campaign.status === 'paused', to: unwritten > 0 ? 'drafting' : 'sending' })
  if (unwritten > 0) {
    await waitAgainForOpen(tx, send.id)
    await clearJobs(tx, send.id)
  }
  if (campaign.status === 'completed') await writeCampaign(tx, id, { status: 'running', completed_at: null })
  // What failed before is known, and is no reason to stop again.
  await moveGuard(tx, send.id)
  await queueChunks(platform, tx, send.id)
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId: id }))
  audit({ targetName: campaign.name, before: { status: campaign.status }, after: { sendId: send.id, reasons: [...reasons], again } })
  return { again }
}

const agentSentences = { usedUp: 'The budget of the campaign is used up.' }

/** Why the agent of the send writes no more messages now, as a text; null where it does, or where no agent writes. */
async function whyNotWritten(tx: OrgTx, sendId: string): Promise<string | null> {
  const agent = (await readFacts(tx, sendId))?.definition.agent
  if (!agent) return null
  if (mayStart({ ...(await sumDrafts(tx, sendId)), writing: 0 }, agent.budgetMicros) <= 0) return agentSentences.usedUp
  return whyStopped(tx, agent.agentId)
}

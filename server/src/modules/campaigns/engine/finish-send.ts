import { campaignEvents } from '@imperium/contract/events/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SendFacts } from './parts.ts'
import { countChunks, endCampaign, endSend, launchedBy, readFacts, readTest, setWinnerDue } from './send-store.ts'
import { campaignChanged } from '../campaign-changed.ts'

/**
 * Completes the send when every recipient is final, and the campaign with its last send. Locks the send, so that of two
 * last chunks one sees both done. Returns whether it completed.
 */
export async function finishIfDone(platform: Pick<Platform, 'events'>, tx: OrgTx, sendId: string): Promise<boolean> {
  const facts = await readFacts(tx, sendId, { lock: true })
  if (facts?.status !== 'sending' && facts?.status !== 'testing') return false
  const { open, waiting, held, sent, total } = await countChunks(tx, sendId)
  if (waiting > 0) {
    await startWinnersClock(tx, facts)
    return false
  }
  if (open > 0 || held > 0) return false
  await endSend(tx, sendId)
  const { campaignId, name, step } = facts
  const triggeredBy = await launchedBy(tx, facts)
  const numbers = { total, sent, recipientCount: total }
  await platform.events.emit(tx, campaignEvents.sent, { campaignId, name, campaignName: name, triggeredBy, sendId, step, ...numbers })
  await endIfOver(platform, tx, { campaignId, name })
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId }))
  return true
}

/** Completes a running campaign without open send and without a future occurrence. */
export async function endIfOver(
  platform: Pick<Platform, 'events'>,
  tx: OrgTx,
  { campaignId, name }: { campaignId: string; name: string },
): Promise<void> {
  if (await endCampaign(tx, campaignId)) await platform.events.emit(tx, campaignEvents.completed, { campaignId, name })
}

/**
 * Starts the test's wait once each of its recipients was sent to or at least tried: one deferred or unknown must not delay it for days.
 * With nothing sent it does not start, unless nothing more can come: waiting would then not help.
 */
export async function startWinnersClock(tx: OrgTx, { sendId, definition: { ab }, winner }: SendFacts): Promise<void> {
  if (!ab || ab.winnerBy === 'manual' || winner !== null) return
  const { sent, isOpen, isUntried } = await readTest(tx, sendId)
  if (isUntried || (isOpen && sent === 0)) return
  await setWinnerDue(tx, sendId, sent > 0 ? ab.waitHours : 0)
}

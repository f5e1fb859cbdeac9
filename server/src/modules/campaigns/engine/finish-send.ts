import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { countChunks, endCampaign, endSend, readFacts, setWinnerDue } from './send-store.ts'

/**
 * Ends the send when every recipient has an end, and the campaign with its last send. Locks the send, so that of two that finish the
 * last two chunks one sees both done. Answers whether it ended.
 */
export async function finishIfDone(platform: Pick<Platform, 'events'>, tx: OrgTx, sendId: string): Promise<boolean> {
  const facts = await readFacts(tx, sendId, { lock: true })
  if (facts?.status !== 'sending' && facts?.status !== 'testing') return false
  const { open, waiting, held, sent, total } = await countChunks(tx, sendId)
  if (open > 0 || held > 0) return false
  const { ab } = facts.definition
  if (waiting > 0) {
    if (ab && ab.winnerBy !== 'manual' && facts.winner === null) await setWinnerDue(tx, sendId, ab.waitHours)
    return false
  }
  await endSend(tx, sendId)
  const { campaignId, name, step } = facts
  await platform.events.emit(tx, 'campaign.sent', { campaignId, sendId, name, step, total, sent })
  if (await endCampaign(tx, campaignId)) await platform.events.emit(tx, 'campaign.completed', { campaignId, name })
  await signal(tx, { kind: 'campaign', orgId: tx.orgId, campaignId })
  return true
}

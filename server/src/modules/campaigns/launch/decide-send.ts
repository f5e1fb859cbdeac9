import type { CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contentsOf } from '../messages/campaign-messages.ts'
import { chooseWinner } from '../engine/choose-winner.ts'
import { decideHeld } from '../engine/decide-held.ts'
import { findWaitingSend, listSends } from '../reports/recipients-store.ts'
import { findCampaign, findVersion } from '../store.ts'

/**
 * Ends the A/B test of an occurrence manually: the newest whose test waits, unless named.
 * @throws 404; 409 where no test waits; 422 for a variant that does not exist.
 */
export async function chooseVariant(
  platform: Platform,
  { tx, actor, audit }: OrgContext,
  id: string,
  { variant, sendId }: { variant: number; sendId?: string | undefined },
): Promise<CampaignSend> {
  const campaign = await findCampaign(tx, id)
  const send = campaign ? await findWaitingSend(tx, id, 'winner', sendId) : null
  if (!campaign || (sendId && !send)) throw notFound()
  if (!send) throw conflict('This campaign has not been sent yet.')
  const definition = await findVersion(tx, id, send.version)
  if (variant >= contentsOf(definition ?? campaign.definition).length)
    throw invalid([{ path: 'variant', message: 'This variant does not exist' }])
  const chosen = await chooseWinner(platform, tx, { sendId: send.id, winner: variant, detail: { by: 'manual', name: actor.name } })
  if (!chosen) throw conflict('No test is waiting for a winner.')
  audit({ targetName: campaign.name, after: { sendId: send.id, winner: variant } })
  const [shown] = await listSends(tx, id, { sendId: send.id })
  if (!shown) throw notFound()
  return shown
}

/**
 * Decides about messages with an unknown outcome of an occurrence (the newest that has some, unless named).
 * @throws 404; 409 where none is held.
 */
export async function decideHeldOf(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { decision, contactIds, sendId }: { decision: 'send' | 'drop'; contactIds: readonly string[] | null; sendId?: string | undefined },
): Promise<{ decided: number }> {
  const campaign = await findCampaign(tx, id)
  const send = campaign ? await findWaitingSend(tx, id, 'held', sendId) : null
  if (!campaign || (sendId && !send)) throw notFound()
  const decided = send ? await decideHeld(platform, tx, { sendId: send.id, contactIds, decision }) : 0
  if (!send || decided === 0) throw conflict('No message of this campaign is held.')
  audit({ targetName: campaign.name, after: { sendId: send.id, decision, decided } })
  return { decided }
}

import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isFromItsSender } from '../../channels/index.ts'
import type { InboundItem } from '../../channels/index.ts'
import { isStopByMail, suppress, withdrawConsent } from '../../consents/index.ts'
import { followMerge } from '../../contacts/index.ts'
import type { MatchedRecipient } from './match-inbound.ts'

/** Whether an email reply is STOP from a verified sender: an unverified email changes no consent, and is left to a member. */
export const isMailStop = (item: InboundItem): boolean =>
  item.channel === 'email' &&
  item.kind === 'message' &&
  item.data.isAutoReply !== true &&
  isFromItsSender(item) &&
  isStopByMail({ subject: item.subject, text: item.data.replyText ?? item.text })

/**
 * Does what one-click unsubscribe does: ends the recipient's consent to the campaign's purpose. Where no campaign matches, it ends all
 * consent on this channel for the writer's address, for every contact that has it.
 */
export async function endByMail(
  platform: Pick<Platform, 'hashAddress' | 'events'>,
  tx: OrgTx,
  item: InboundItem,
  { campaign, contactId }: { campaign: MatchedRecipient | null; contactId: string | null },
): Promise<void> {
  const by = {
    channel: 'email',
    source: 'mail-reply',
    proof: { item: item.id, text: (item.data.replyText ?? item.text).slice(0, 200) },
  } as const
  if (campaign) {
    const { sendId } = campaign
    const recipient = await followMerge(tx, campaign.contactId)
    await withdrawConsent(platform, tx, { ...by, contactId: recipient, purpose: await purposeOf(tx, sendId), sendId })
    return
  }
  if (contactId) await withdrawConsent(platform, tx, { ...by, contactId, purpose: null })
  await suppress(platform, tx, { channel: 'email', address: item.sender, reason: 'unsubscribed' })
}

/** The consent purpose of a send. */
async function purposeOf(tx: OrgTx, sendId: string): Promise<string | null> {
  const { rows } = await sql<{ purpose: string | null }>`
    select v.definition ->> 'purpose' as purpose from app.campaign_sends s
    join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
    where s.id = ${sendId}`.execute(tx)
  return rows[0]?.purpose ?? null
}

import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { countHit } from '../../platform/auth/rate-limit.ts'
import type { InboundItem } from '../channels/index.ts'
import { applyKeyword } from '../consents/index.ts'
import type { AppliedKeyword } from '../consents/index.ts'
import { countTextMessage } from '../contacts/index.ts'
import { findProfile } from '../organizations/index.ts'
import { deliverJob } from './deliver-message.ts'
import type { DeliverJob } from './deliver-message.ts'
import { insertMessage } from './store.ts'

/** The most replies per hour to one number for the same keyword, so that two machines that reply to each other stop. */
const mostOfAKind = 3

/**
 * Always applies STOP, START and HELP and replies, except to STOP from a contact that is already opted out. `sendId`: of the campaign that
 * the message replies to.
 */
export async function applyKeywordAndReply(
  platform: Platform,
  tx: OrgTx,
  item: InboundItem,
  conversationId: string,
  sendId: string | null,
): Promise<boolean> {
  const { channel, sender, text } = item
  if (channel !== 'sms' && channel !== 'whatsapp') return false
  const done = await applyKeyword(platform, tx, { channel, address: sender, text, sendId })
  if (!done) return false
  if (done.reply === null) return true
  if (!(await countAgainstLimits(platform, tx, { channel, number: sender, keyword: done.keyword, isAsked: sendId !== null }))) return true
  const id = newId()
  await insertMessage(tx, {
    id,
    conversationId,
    direction: 'outbound',
    senderUser: null,
    senderName: (await findProfile(tx, tx.orgId))?.name ?? '',
    address: sender,
    body: done.reply,
    status: 'queued',
    externalId: null,
    inReplyTo: null,
    delivery: { answersKeyword: true },
    at: platform.clock.now(),
  })
  await platform.jobs.send<DeliverJob>(tx, deliverJob, { orgId: tx.orgId, messageId: id })
  return true
}

interface Wanted {
  channel: 'sms' | 'whatsapp'
  number: string
  keyword: AppliedKeyword['keyword']
  /** The number replies to a campaign: we wrote first, and a campaign can cause many STOPs in a short time. */
  isAsked: boolean
}

/**
 * Counts a reply and tells whether it may be sent: any sender can write under any number, and each reply costs. Never limited by others: a campaign's
 * recipients, and "yes", which counts only if a confirmation is pending.
 */
async function countAgainstLimits(platform: Platform, tx: OrgTx, { channel, number, keyword, isAsked }: Wanted): Promise<boolean> {
  const key = `keyword-answers:${hashTokenHex(`${tx.orgId} ${channel} ${keyword} ${number}`)}`
  if (!(await countHit(platform.db, key, mostOfAKind, 3_600)).allowed) return false
  if (channel !== 'sms' || isAsked || keyword === 'yes') return true
  return (await countTextMessage(platform, tx, { kind: 'keyword-answers', number })) === null
}

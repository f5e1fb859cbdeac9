import type { OrgTx } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isUnsigned } from '../../channels/index.ts'
import type { InboundItem } from '../../channels/index.ts'
import { idsByAddress } from '../../contacts/index.ts'
import { decodeRecipient } from '../messages/recipient-token.ts'
import type { RecipientRef } from '../messages/recipient-token.ts'
import { wasWrittenTo } from './single-messages.ts'
import { findByProviderId, findLastSentTo, lockRecipientRow } from './store.ts'

/** How many days after a message an item without any reference may still be matched to it. */
const replyDays = 30
const reportDays = 7
/**
 * An item is not about a message sent after it. This margin covers provider clocks behind ours, and that a message counts as sent
 * only when its response is written, maybe after it was read. Two campaigns so close to each other are not expected.
 */
const clockMs = 60_000

export type MatchedRecipient = RecipientRef & {
  campaignId: string
  status: string
  /** The address that the message went to. */
  address: string
  /** How its provider calls the last copy that it accepted. */
  providerId: string | null
  /** Its recipient was erased, so no more is written about it. */
  isErased: boolean
}

/** The campaign message that an inbound item is about; null for none. An explicit reference comes before a match by address and time. */
export async function matchInbound(tx: OrgTx, platform: Platform, item: InboundItem): Promise<MatchedRecipient | null> {
  const match = (await matchNamed(tx, platform, item)) ?? (await matchFitting(tx, platform, item))
  return match?.isErased ? null : match
}

/** By what names the message outright. */
export const matchNamed = async (tx: OrgTx, platform: Platform, item: InboundItem): Promise<MatchedRecipient | null> =>
  lock(tx, await named(tx, platform, item))

/** By address and time alone. */
export const matchFitting = async (tx: OrgTx, platform: Platform, item: InboundItem): Promise<MatchedRecipient | null> =>
  lock(tx, await fitting(tx, platform, item))

async function lock(tx: OrgTx, ref: RecipientRef | null): Promise<MatchedRecipient | null> {
  const held = ref && (await lockRecipientRow(tx, ref.sendId, ref.contactId))
  if (!ref || !held) return null
  const { campaign_id: campaignId, provider_id: providerId, status, address } = held.row
  return { ...ref, campaignId, status, address, providerId, isErased: held.isErased }
}

/**
 * Whether a report is about an earlier copy: all copies have our name, and each has a provider id. While the last is in flight, or its
 * outcome unknown, the stored id is that of the copy before it.
 */
export function isOfEarlierCopy({ status, providerId }: MatchedRecipient, { data }: InboundItem): boolean {
  if (!providerId || !data.providerId) return false
  const isKeptOfEarlier = status === 'sending' || status === 'held'
  return (providerId === data.providerId) === isKeptOfEarlier
}

async function named(tx: OrgTx, platform: Pick<Platform, 'hashAddress'>, { data }: InboundItem): Promise<RecipientRef | null> {
  const byIdentity = readIdentity(tx.orgId, data.identity)
  if (byIdentity) return byIdentity
  const token = data.verpToken ? decodeRecipient(platform, data.verpToken) : null
  if (token) return token
  for (const id of [...(data.providerId ? [data.providerId] : []), ...(data.messageIds ?? [])]) {
    const found = await findByProviderId(tx, id)
    if (found) return found
  }
  return null
}

const namesMessage = ({ identity, verpToken, providerId, messageIds = [] }: InboundItem['data']): boolean =>
  Boolean(identity ?? verpToken ?? providerId) || messageIds.length > 0

async function fitting(tx: OrgTx, platform: Platform, item: InboundItem): Promise<RecipientRef | null> {
  const { channel, kind, sender, accountId, data } = item
  // An email without a reference to a message of ours is neither reply nor report; an SMS never has a reference.
  if (channel === 'webhook' || isUnsigned(item) || (channel === 'email' && kind === 'message')) return null
  // A report is about the message that it names. If that is not ours, another system sends by the same account.
  if (kind !== 'message' && namesMessage(data)) return null
  const address = kind === 'message' ? sender : data.originalRecipient
  const people = address ? await idsByAddress(tx, channel, address) : []
  if (people.length === 0) return null
  const since = (days: number) => new Date(platform.clock.now().getTime() - days * 86_400_000)
  const until = new Date(item.at.getTime() + clockMs)
  if (kind !== 'message') return findLastSentTo(tx, people, { channel, accountId: null, since: since(reportDays), until })
  const last = await findLastSentTo(tx, people, { channel, accountId, since: since(replyDays), until })
  if (!last) return null
  // A reply answers the latest message, which a member may have sent since.
  const written = { contactIds: people, channel, address: sender, accountId, after: last.sentAt, until: item.at }
  return (await wasWrittenTo(platform, tx, written)) ? null : last
}

/** `<org>/<send>/<contact>`, the engine's message names; members' messages have other names. */
function readIdentity(orgId: string, identity: string | undefined): RecipientRef | null {
  const [org, sendId = '', contactId = '', ...rest] = identity?.split('/') ?? []
  return org === orgId && isId(sendId) && isId(contactId) && rest.length === 0 ? { sendId, contactId } : null
}

import type { OrgTx } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isUnsigned } from '../../channels/index.ts'
import type { InboundItem } from '../../channels/index.ts'
import { idsByAddress } from '../../contacts/index.ts'
import { decodeRecipient } from '../messages/recipient-token.ts'
import type { RecipientRef } from '../messages/recipient-token.ts'
import { wasWrittenTo } from './single-messages.ts'
import { findByProviderId, findLastSentTo, holdRecipient } from './store.ts'

/** How long after a message something without any reference may still be about it. */
const answerDays = 30
const reportDays = 7
/**
 * What came in is about nothing that went out after it. A provider's clock may be behind ours by so much, and a message counts as sent when its
 * provider's answer is written, which may be after somebody has read it. Nobody has two campaigns so close to each other that it matters.
 */
const clockMs = 60_000

export type MatchedRecipient = RecipientRef & {
  campaignId: string
  status: string
  /** Where the message went. */
  address: string
  /** How its provider calls the last copy that it accepted. */
  providerId: string | null
  /** Its recipient has been erased, and nothing more is written about them. */
  isErased: boolean
}

/** Which message of a campaign something that came in is about; null for none. What names the message outright comes before what fits. */
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
  const held = ref && (await holdRecipient(tx, ref.sendId, ref.contactId))
  if (!ref || !held) return null
  const { campaign_id: campaignId, provider_id: providerId, status, address } = held.row
  return { ...ref, campaignId, status, address, providerId, isErased: held.isErased }
}

/**
 * Whether a report is about an earlier copy than the last that went out: all have our name, and each a name of its provider. While the last is on
 * its way, or nobody knows what became of it, the name that is kept is that of one before it.
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
  // A mail that names nothing of ours is a mail, and no answer or report; an SMS never says what it answers.
  if (channel === 'webhook' || isUnsigned(item) || (channel === 'email' && kind === 'message')) return null
  // A report that names a message is about that one. Where that is none of ours, another system sends by the same account.
  if (kind !== 'message' && namesMessage(data)) return null
  const address = kind === 'message' ? sender : data.originalRecipient
  const people = address ? await idsByAddress(tx, channel, address) : []
  if (people.length === 0) return null
  const since = (days: number) => new Date(platform.clock.now().getTime() - days * 86_400_000)
  const until = new Date(item.at.getTime() + clockMs)
  if (kind !== 'message') return findLastSentTo(tx, people, { channel, accountId: null, since: since(reportDays), until })
  const last = await findLastSentTo(tx, people, { channel, accountId, since: since(answerDays), until })
  if (!last) return null
  // What somebody wrote to them since is what they answer.
  const written = { contactIds: people, channel, address: sender, accountId, after: last.sentAt, until: item.at }
  return (await wasWrittenTo(platform, tx, written)) ? null : last
}

/** `<org>/<send>/<contact>`, as the engine names its messages; answers of members are named otherwise. */
function readIdentity(orgId: string, identity: string | undefined): RecipientRef | null {
  const [org, sendId = '', contactId = '', ...rest] = identity?.split('/') ?? []
  return org === orgId && isId(sendId) && isId(contactId) && rest.length === 0 ? { sendId, contactId } : null
}

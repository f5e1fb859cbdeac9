import { consentEvents } from '@imperium/contract/events/consents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { onEvent } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eraseReport, isErased, isUnsigned, noteUnmatched, readInboundItem, settleInbound, inboundReceived } from '../../channels/index.ts'
import type { InboundItem } from '../../channels/index.ts'
import { isSuppressed, readKeyword, suppress, withdrawConsent } from '../../consents/index.ts'
import type { SuppressionReason } from '../../consents/index.ts'
import { findContactByAddress, idsOfContact, loadRecipients, setEmailState } from '../../contacts/index.ts'
import { isMailStop } from './mail-stop.ts'
import { isOfEarlierCopy, matchFitting, matchNamed } from './match-inbound.ts'
import type { MatchedRecipient } from './match-inbound.ts'
import { recordOutcome } from './record-event.ts'
import type { Outcome } from './record-event.ts'
import { offerReport } from './report-takers.ts'
import type { ReportSubject } from './report-takers.ts'
import { findNameIn, hasEvent, hasEventOf } from './store.ts'

type ReportedOutcome = Pick<Outcome, 'type' | 'detail' | 'reason'>

/** The outcome that an item reports about its message; null where it does not count. */
export function readOutcome(item: InboundItem): ReportedOutcome | null {
  const { channel, kind, data, text } = item
  const detail = [data.statusCode, data.diagnostic].filter(Boolean).join(' ')
  // As when the provider reports it in its response: the message was not delivered, and is not retried.
  if (data.isOptOut && kind !== 'message') return { type: 'failed', detail, reason: 'opted_out' }
  if (kind === 'complaint') return { type: 'complained', detail }
  // Undeliverable, but the address is not at fault: no suppression.
  if (kind === 'bounce') return { type: data.isPermanent ? 'bounced' : 'failed', detail }
  if (kind === 'message') {
    // An absence note is no response, and STOP is handled as an opt-out (`contact.unsubscribed`).
    const keyword = channel === 'sms' || channel === 'whatsapp' ? readKeyword(text) : null
    return data.isAutoReply || keyword || isMailStop(item) ? null : { type: 'responded', detail: '' }
  }
  if (kind !== 'status' || !data.status || data.status === 'sent') return null
  return { type: data.status, detail }
}

/** Applies an inbound item to the message that it is about: once, even where it is delivered twice. */
export const countInbound = (platform: Platform) =>
  onEvent({
    event: inboundReceived,
    name: 'campaigns.countInbound',
    worksAtRest: 'counts replies and applies opt-outs',
    run: ({ orgId, payload: { itemId } }) =>
      platform.db.withOrg(orgId, async (tx) => {
        const item = await readInboundItem(tx, itemId)
        const outcome = item && readOutcome(item)
        if (!item) return
        if (!outcome || isErased(item)) return settle(platform, tx, item, null)
        const named = await matchNamed(tx, platform, item)
        const other = named || item.kind === 'message' ? null : await offerReport(platform, tx, item)
        const match = named ?? (other ? null : await matchFitting(tx, platform, item))
        const about = match ?? other
        if (match ? match.isErased : !other && (await isAboutErased(platform, tx, item)))
          return handleReportOfErased(platform, tx, item, outcome)
        if (match) await count(platform, tx, match, item, outcome)
        await settle(platform, tx, item, about?.contactId ?? null)
        await protect(platform, tx, item, outcome, about)
        // Last, as reports of the same account wait for each other from here on.
        if (!about && item.accountId && item.kind !== 'message') await noteUnmatched(tx, item.accountId)
      }),
  })

/** A reply may come from another contact: conversations decide its contact, and when it is settled. */
async function settle({ clock }: Pick<Platform, 'clock'>, tx: OrgTx, item: InboundItem, contactId: string | null): Promise<void> {
  if (item.kind !== 'message') await settleInbound(tx, item.id, clock.now(), contactId)
}

/** True where the message name is gone with its recipient, and the address belongs to no contact and is suppressed as erased. */
async function isAboutErased(platform: Platform, tx: OrgTx, { channel, kind, data }: InboundItem): Promise<boolean> {
  const address = data.originalRecipient?.toLowerCase()
  if (!address || channel === 'webhook' || kind === 'message') return false
  const standing = await isSuppressed(platform, tx, { channel, address })
  return standing?.reason === 'erased' && !(await findContactByAddress(tx, channel, address))
}

/**
 * Handles a report about an erased contact: keeps only the keyed hash of an address that is at fault or complained.
 * A new message is from a new contact, and is left to conversations.
 */
async function handleReportOfErased(platform: Platform, tx: OrgTx, item: InboundItem, outcome: ReportedOutcome): Promise<void> {
  if (item.kind === 'message') return
  await protect(platform, tx, item, { type: outcome.type }, null, '***')
  await eraseReport(tx, item.id, platform.clock.now())
}

async function count(platform: Platform, tx: OrgTx, match: MatchedRecipient, item: InboundItem, outcome: ReportedOutcome): Promise<void> {
  const { detail = '' } = outcome
  // Jobs run at least once, and two items may report the same. An item without a detail is recognised by its id alone.
  if (await hasEventOf(tx, item.id)) return
  if (detail && (await hasEvent(tx, match.sendId, match.contactId, outcome.type, detail))) return
  // A failure of an earlier copy does not concern the later one; a delivery of any copy means that the recipient has the message.
  if ((outcome.type === 'failed' || outcome.type === 'bounced') && isOfEarlierCopy(match, item)) return
  await recordOutcome(platform, tx, { ...match, ...outcome, id: item.id, at: item.at, detail })
}

/** Suppresses an address that bounced permanently, complained or opted out: no campaign writes to it again. */
async function protect(
  platform: Platform,
  tx: OrgTx,
  item: InboundItem,
  outcome: ReportedOutcome,
  match: ReportSubject | null,
  hint?: string,
): Promise<void> {
  const objection = objectionOf(item, outcome)
  if (item.channel === 'webhook' || !objection) return
  const contact = match?.contactId ? (await loadRecipients(tx, [match.contactId])).get(match.contactId) : null
  const report = isUnsigned(item) ? match?.address : item.data.originalRecipient
  const own = item.channel === 'email' ? contact?.email : contact?.phone
  const address = report?.toLowerCase() || (isUnsigned(item) ? null : own)
  if (!address) return
  const { reason, source } = objection
  await suppress(platform, tx, {
    channel: item.channel,
    address,
    reason,
    detail: (outcome.detail ?? '').slice(0, 200),
    ...(hint ? { hint } : {}),
  })
  const person = contact ?? (isUnsigned(item) ? null : await findContactByAddress(tx, item.channel, address))
  if (!person) return
  if (reason === 'bounced' && item.channel === 'email' && person.email === address) await setEmailState(tx, [person.id], 'bounced')
  if (source)
    await withdrawConsent(platform, tx, { contactId: person.id, channel: item.channel, purpose: null, source, proof: { item: item.id } })
}

/** The suppression that the item causes and, where the contact itself objected, the source of the consent's end. */
function objectionOf(
  item: InboundItem,
  { type }: ReportedOutcome,
): { reason: SuppressionReason; source?: 'complaint' | 'keyword' | 'unsubscribe' } | null {
  if (item.data.isOptOut) return { reason: 'stop', source: 'keyword' }
  if (type === 'complained') return { reason: 'complained', source: 'complaint' }
  // An unsigned email could come from any sender.
  if (type === 'unsubscribed' && !isUnsigned(item)) return { reason: 'unsubscribed', source: 'unsubscribe' }
  return type === 'bounced' ? { reason: 'bounced' } : null
}

/** A consent was withdrawn from one of our messages: counts it for the campaign. */
export const countUnsubscribe = (platform: Platform) =>
  onEvent({
    event: consentEvents.unsubscribed,
    name: 'campaigns.countUnsubscribe',
    worksAtRest: 'only counts',
    run: async ({ orgId, payload: { sendId, contactId } }) => {
      if (!sendId) return
      await platform.db.withOrg(orgId, async (tx) => {
        const name = await findNameIn(tx, sendId, await idsOfContact(tx, contactId))
        if (name) await recordOutcome(platform, tx, { sendId, contactId: name, type: 'unsubscribed', at: platform.clock.now() })
      })
    },
  })

import type { OrgTx } from '../../../platform/db/database.ts'
import { onEvent } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eraseReport, isErased, isUnsigned, noteUnmatched, readInboundItem, settleInbound } from '../../channels/index.ts'
import type { InboundItem } from '../../channels/index.ts'
import { isSuppressed, readKeyword, suppress, withdrawConsent } from '../../consents/index.ts'
import type { SuppressionReason } from '../../consents/index.ts'
import { findContactByAddress, idsOfContact, loadRecipients, setEmailState } from '../../contacts/index.ts'
import { isMailStop } from './mail-stop.ts'
import { isOfEarlierCopy, matchFitting, matchNamed } from './match-inbound.ts'
import type { MatchedRecipient } from './match-inbound.ts'
import { recordOutcome } from './record-event.ts'
import type { Outcome } from './record-event.ts'
import { askReportTakers } from './report-takers.ts'
import type { ReportSubject } from './report-takers.ts'
import { findNameIn, hasEvent, hasEventOf } from './store.ts'

type Said = Pick<Outcome, 'type' | 'detail' | 'reason'>

/** What an item says of the message that it is about; null for nothing that counts. */
export function readOutcome(item: InboundItem): Said | null {
  const { channel, kind, data, text } = item
  const detail = [data.statusCode, data.diagnostic].filter(Boolean).join(' ')
  // As where the provider says so at once: it went to nobody, and is not to be tried again.
  if (data.isOptOut && kind !== 'message') return { type: 'failed', detail, reason: 'opted_out' }
  if (kind === 'complaint') return { type: 'complained', detail }
  // Not to be delivered, and no fault of the address: nothing is known against it.
  if (kind === 'bounce') return { type: data.isPermanent ? 'bounced' : 'failed', detail }
  if (kind === 'message') {
    // An absence note is no answer, and STOP is told as what it is (`contact.unsubscribed`).
    const keyword = channel === 'sms' || channel === 'whatsapp' ? readKeyword(text) : null
    return data.isAutoReply || keyword || isMailStop(item) ? null : { type: 'responded', detail: '' }
  }
  if (kind !== 'status' || !data.status || data.status === 'sent') return null
  return { type: data.status, detail }
}

/** What came in changes the message that it is about: once, whatever is delivered twice. */
export const countInbound = (platform: Platform) =>
  onEvent({
    event: 'inbound.received',
    name: 'campaigns.countInbound',
    run: ({ orgId, payload: { itemId } }) =>
      platform.db.withOrg(orgId, async (tx) => {
        const item = await readInboundItem(tx, itemId)
        const said = item && readOutcome(item)
        if (!item) return
        if (!said || isErased(item)) return settle(platform, tx, item, null)
        const named = await matchNamed(tx, platform, item)
        const other = named || item.kind === 'message' ? null : await askReportTakers(platform, tx, item)
        const match = named ?? (other ? null : await matchFitting(tx, platform, item))
        const about = match ?? other
        if (match ? match.isErased : !other && (await isAboutErased(platform, tx, item))) return forget(platform, tx, item, said)
        if (match) await count(platform, tx, match, item, said)
        await settle(platform, tx, item, about?.contactId ?? null)
        await protect(platform, tx, item, said, about)
        // Last, as reports of the same account wait for each other from here on.
        if (!about && item.accountId && item.kind !== 'message') await noteUnmatched(tx, item.accountId)
      }),
  })

/** A reply may come from somebody else: whose it is, and when it is settled, conversations say. */
async function settle({ clock }: Pick<Platform, 'clock'>, tx: OrgTx, item: InboundItem, contactId: string | null): Promise<void> {
  if (item.kind !== 'message') await settleInbound(tx, item.id, clock.now(), contactId)
}

/** Nothing that names the message is left of it, and nobody has the address but somebody who was erased. */
async function isAboutErased(platform: Platform, tx: OrgTx, { channel, kind, data }: InboundItem): Promise<boolean> {
  const address = data.originalRecipient?.toLowerCase()
  if (!address || channel === 'webhook' || kind === 'message') return false
  const standing = await isSuppressed(platform, tx, { channel, address })
  return standing?.reason === 'erased' && !(await findContactByAddress(tx, channel, address))
}

/**
 * A report about somebody who was erased: the keyed hash of an address that is at fault, or that complained, is all that is kept of it.
 * Who writes again is somebody new, and what they wrote is left to conversations.
 */
async function forget(platform: Platform, tx: OrgTx, item: InboundItem, said: Said): Promise<void> {
  if (item.kind === 'message') return
  await protect(platform, tx, item, { type: said.type }, null, '***')
  await eraseReport(tx, item.id, platform.clock.now())
}

async function count(platform: Platform, tx: OrgTx, match: MatchedRecipient, item: InboundItem, said: Said): Promise<void> {
  const { detail = '' } = said
  // Jobs come at least once, and some tell the same in two ways. What says nothing of its own is known by its id alone.
  if (await hasEventOf(tx, item.id)) return
  if (detail && (await hasEvent(tx, match.sendId, match.contactId, said.type, detail))) return
  // That one failed says nothing of the copy that followed it; that one arrived says that they have the message.
  if ((said.type === 'failed' || said.type === 'bounced') && isOfEarlierCopy(match, item)) return
  await recordOutcome(platform, tx, { ...match, ...said, id: item.id, at: item.at, detail })
}

/** An address that came back for good, that complained or that wants nothing more is not written to again by any campaign. */
async function protect(
  platform: Platform,
  tx: OrgTx,
  item: InboundItem,
  said: Said,
  match: ReportSubject | null,
  hint?: string,
): Promise<void> {
  const objection = objectionOf(item, said)
  if (item.channel === 'webhook' || !objection) return
  const contact = match?.contactId ? (await loadRecipients(tx, [match.contactId])).get(match.contactId) : null
  const told = isUnsigned(item) ? match?.address : item.data.originalRecipient
  const own = item.channel === 'email' ? contact?.email : contact?.phone
  const address = told?.toLowerCase() || (isUnsigned(item) ? null : own)
  if (!address) return
  const { reason, source } = objection
  await suppress(platform, tx, {
    channel: item.channel,
    address,
    reason,
    detail: (said.detail ?? '').slice(0, 200),
    ...(hint ? { hint } : {}),
  })
  const person = contact ?? (isUnsigned(item) ? null : await findContactByAddress(tx, item.channel, address))
  if (!person) return
  if (reason === 'bounced' && item.channel === 'email' && person.email === address) await setEmailState(tx, [person.id], 'bounced')
  if (source)
    await withdrawConsent(platform, tx, { contactId: person.id, channel: item.channel, purpose: null, source, proof: { item: item.id } })
}

/** What the item says against the address, and, where it says so of the person, by which of their words consent ends. */
function objectionOf(
  item: InboundItem,
  { type }: Said,
): { reason: SuppressionReason; source?: 'complaint' | 'keyword' | 'unsubscribe' } | null {
  if (item.data.isOptOut) return { reason: 'stop', source: 'keyword' }
  if (type === 'complained') return { reason: 'complained', source: 'complaint' }
  // From a mail it would be anybody's word.
  if (type === 'unsubscribed' && !isUnsigned(item)) return { reason: 'unsubscribed', source: 'unsubscribe' }
  return type === 'bounced' ? { reason: 'bounced' } : null
}

/** Somebody ended their consent from a message of ours: its numbers say so. */
export const countUnsubscribe = (platform: Platform) =>
  onEvent({
    event: 'contact.unsubscribed',
    name: 'campaigns.countUnsubscribe',
    run: async ({ orgId, payload: { sendId, contactId } }) => {
      if (!sendId) return
      await platform.db.withOrg(orgId, async (tx) => {
        const name = await findNameIn(tx, sendId, await idsOfContact(tx, contactId))
        if (name) await recordOutcome(platform, tx, { sendId, contactId: name, type: 'unsubscribed', at: platform.clock.now() })
      })
    },
  })

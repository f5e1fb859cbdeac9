import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { consentEvents } from '@imperium/contract/events/consents.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findConsents, lockContact } from './consent-store.ts'
import type { LockedContact } from './consent-store.ts'
import { listPurposes } from './purposes/purpose-store.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentSource } from './record-consent.ts'
import { suppress } from './suppressions/suppress.ts'
import type { SuppressionReason } from './suppressions/suppress.ts'

export interface Withdrawal {
  contactId: string
  channel: Channel
  /** Null: all purposes, and the address of the channel is suppressed. */
  purpose: string | null
  source: ConsentSource
  proof: Record<string, unknown>
  /** The send whose message said no, where one did. */
  sendId?: string | null
  actorName?: string
}

/** Where the person said it themselves, or the provider for them. */
const byContactThemself: readonly ConsentSource[] = ['unsubscribe', 'mail-reply', 'preference-centre', 'keyword', 'complaint']
const reasonOf = (source: ConsentSource): SuppressionReason =>
  source === 'complaint' ? 'complained' : source === 'keyword' ? 'stop' : 'unsubscribed'

/**
 * Ends consent, for one purpose or for all. Repeated, it changes nothing and leaves no entry. Withdrawing the last purpose oneself means
 * opting out of all: the address is suppressed then too. @returns false where there is no such contact, or nothing changed.
 */
export async function withdrawConsent(
  platform: Pick<Platform, 'hashAddress' | 'events'>,
  tx: OrgTx,
  withdrawal: Withdrawal,
): Promise<boolean> {
  const { contactId, channel, purpose, source } = withdrawal
  const contact = await lockContact(tx, contactId)
  if (!contact) return false
  const [purposes, standing] = await Promise.all([listPurposes(tx), findConsents(tx, contactId)])
  const stands = new Map(standing.filter((each) => each.channel === channel).map((each) => [each.purpose, each.status]))
  const active = purposes.filter((each) => !each.archivedAt).map((each) => each.key)
  const wanted = purpose === null ? [...new Set([...active, ...stands.keys()])] : [purpose]
  const ended = wanted.filter((key) => stands.get(key) !== 'withdrawn')
  await recordConsent(
    tx,
    ended.map((key) => ({
      contactId,
      channel,
      purpose: key,
      status: 'withdrawn',
      source,
      proof: { ...withdrawal.proof, ...(withdrawal.sendId ? { sendId: withdrawal.sendId } : {}), before: stands.get(key) ?? null },
      actorName: withdrawal.actorName ?? '',
    })),
  )
  const nothingLeft = active.every((key) => ended.includes(key) || stands.get(key) === 'withdrawn')
  const isEnd = purpose === null || (nothingLeft && byContactThemself.includes(source))
  const added = isEnd && (await suppressContact(platform, tx, contact, withdrawal))
  if (ended.length === 0 && !added) return false
  await platform.events.emit(tx, consentEvents.unsubscribed, {
    contactId,
    channel,
    purpose: isEnd ? null : purpose,
    sendId: withdrawal.sendId ?? null,
  })
  return true
}

async function suppressContact(
  platform: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  contact: LockedContact,
  { channel, source, actorName }: Withdrawal,
): Promise<boolean> {
  const address = channel === 'email' ? contact.email : contact.phone
  if (channel === 'webhook' || !address) return false
  return suppress(platform, tx, { channel, address, reason: reasonOf(source), createdBy: actorName ?? '' })
}

import { sql } from 'kysely'
import type { ContactSource } from '@imperium/contract/contacts/contacts.ts'
import { contactEvents } from '@imperium/contract/events/contacts.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { contactExtensionsOf } from './contact-extensions.ts'
import { requireContactQuota } from './limit-contacts.ts'
import { recordContactEvents } from './timeline/contact-events.ts'
import { findContactByAddress } from './recipient-store.ts'
import type { CustomValue, MessageContact } from './recipient-store.ts'

export interface NewContact {
  /** As `parseEmailAddress` reads it; kept in lower case. At least one of the two. */
  email?: string | null
  /** E.164 (`phoneReader`). */
  phone?: string | null
  firstName?: string
  lastName?: string
  locale?: string | null
  timeZone?: string | null
  tags?: readonly string[]
  /** Checked by the caller against the organization's fields. */
  custom?: Record<string, CustomValue>
  source: ContactSource
  /** Which form, key, campaign. */
  sourceDetail?: string
  importId?: string | null
  /** Who made it, for the timeline. */
  actorName?: string
}

/**
 * The contact with this address, made where there is none: two callers at once get the same one. An existing contact stays as it is.
 * @throws TypeError without any address.
 */
export async function createContactFrom(
  platform: Platform,
  tx: OrgTx,
  wanted: NewContact,
): Promise<{ contact: MessageContact; created: boolean }> {
  const email = wanted.email?.toLowerCase() ?? null
  const phone = wanted.phone ?? null
  const address = email ?? phone
  if (!address) throw new TypeError('A contact is made from an address.')
  const channel = email ? 'email' : 'sms'
  // Numbers have no unique index (families share them), so concurrent creations from the same number wait for each other.
  if (!email) await sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${tx.orgId}:${address}`}, 0))`.execute(tx)
  const known = await findContactByAddress(tx, channel, address)
  if (known) return { contact: known, created: false }
  const id = await insertContact(platform, tx, { ...wanted, email, phone })
  const contact = await findContactByAddress(tx, channel, address)
  // It belongs to a node that the caller does not see.
  if (!contact) throw conflict('Another contact has this email address already.')
  return { contact, created: contact.id === id }
}

/** Writes the row and the first entry of the timeline. Null where another contact has the email address. @throws 409 PLAN_LIMIT */
export async function insertContact(
  platform: Platform,
  tx: OrgTx,
  { email, phone, ...wanted }: NewContact & { email: string | null; phone: string | null },
): Promise<string | null> {
  const id = newId()
  const row = await tx
    .insertInto('contacts')
    .values({
      org_id: tx.orgId,
      id,
      email,
      phone,
      email_hash: email ? platform.hashAddress(email) : null,
      phone_hash: phone ? platform.hashAddress(phone) : null,
      first_name: wanted.firstName ?? '',
      last_name: wanted.lastName ?? '',
      locale: wanted.locale ?? null,
      time_zone: wanted.timeZone ?? null,
      tags: [...(wanted.tags ?? [])],
      custom: JSON.stringify(wanted.custom ?? {}),
      source: wanted.source,
      source_detail: wanted.sourceDetail ?? '',
      import_id: wanted.importId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'email']).where('email', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  // Who writes or signs up on their own is never turned away.
  if (wanted.source !== 'reply' && wanted.source !== 'form') await requireContactQuota(tx)
  for (const { contactMade } of contactExtensionsOf(platform)) await contactMade?.(tx, { id, email, phone })
  const { source, sourceDetail = '', actorName = '' } = wanted
  await recordContactEvents(tx, [{ contactId: id, type: 'contact.created', actorName, data: { source, sourceDetail } }])
  await platform.events.emit(tx, contactEvents.created, { contactId: id, source, sourceDetail })
  return id
}

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import type { Contact, UpdateContactBody } from '@imperium/contract/contacts/contacts.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, notFound, stale } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { contactExtensionsOf } from './contact-extensions.ts'
import { recordContactEvents } from './timeline/contact-events.ts'
import { addressTaken } from './create-contact.ts'
import { listFields } from './fields/field-store.ts'
import { readCustom, readEmail, readLocale, readNumber, readTags, refuseFaults, requireAddress } from './read-contact-input.ts'
import { phoneReaderOf } from './read-phone.ts'
import { addTag, findContact, findContactByEmail, lockContacts, removeTag, writeContact } from './store.ts'
import type { ContactValues } from './store.ts'

const shownFields = ['email', 'phone', 'firstName', 'lastName', 'locale', 'timeZone', 'tags', 'custom'] as const

/** Changes what is named. @throws 404; 409 if it was changed since `updatedAt`, or another contact has the email address; 422 by field. */
export async function updateContact(
  platform: Platform,
  { tx, actor, audit }: Pick<OrgContext, 'tx' | 'audit'> & { actor: { name: string } },
  id: string,
  body: z.output<typeof UpdateContactBody>,
): Promise<Contact> {
  const [before] = await lockContacts(tx, [id])
  if (!before) throw notFound()
  if (body.updatedAt !== undefined && body.updatedAt !== before.updatedAt) throw stale()
  const after = await readChange(tx, before, body)
  const changed = shownFields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return before
  for (const { addressesLeaving } of contactExtensionsOf(platform)) await addressesLeaving?.(tx, id, before, after)
  if (after.email && after.email !== before.email) await writeNewEmail(tx, id, { ...withHashes(platform, after), email: after.email })
  else await writeContact(tx, id, withHashes(platform, after))
  for (const { addressesChanged } of contactExtensionsOf(platform)) await addressesChanged?.(tx, id, before, after, actor.name)
  await recordContactEvents(tx, [{ contactId: id, type: 'contact.changed', actorName: actor.name, data: differences(before, after) }])
  const saved = await findContact(tx, id)
  if (!saved) throw notFound()
  // The record outlives the person's erasure: it says what was done, and nothing of the person.
  audit({ after: { changed } })
  return saved
}

/** Two that take one address at once both see it free; the index tells the later one. @throws 409 CONTACT_EXISTS */
async function writeNewEmail(
  tx: OrgContext['tx'],
  id: string,
  values: Parameters<typeof writeContact>[2] & { email: string },
): Promise<void> {
  if (await findContactByEmail(tx, values.email)) throw await addressTaken(tx, values.email)
  await sql`savepoint new_email`.execute(tx)
  try {
    await writeContact(tx, id, values)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505' || error.constraint !== 'contacts_email') throw error
    // The answer names who has it, which a transaction that failed cannot read any more.
    await sql`rollback to savepoint new_email`.execute(tx)
    throw await addressTaken(tx, values.email)
  }
}

async function readChange(tx: OrgContext['tx'], before: Contact, body: z.output<typeof UpdateContactBody>): Promise<ContactValues> {
  const errors: FieldError[] = []
  const email = body.email === undefined ? before.email : readEmail(body.email, errors)
  const phone = body.phone === undefined ? before.phone : await readNumber(body.phone, () => phoneReaderOf(tx), errors)
  const custom = body.custom ? readCustom(await listFields(tx), before.custom, body.custom, errors) : before.custom
  requireAddress(email, phone, errors)
  refuseFaults(errors)
  return {
    email,
    phone,
    custom,
    firstName: body.firstName ?? before.firstName,
    lastName: body.lastName ?? before.lastName,
    locale: body.locale === undefined ? before.locale : readLocale(body.locale),
    timeZone: body.timeZone === undefined ? before.timeZone : body.timeZone,
    tags: body.tags ? readTags(body.tags) : before.tags,
    // Another address has not bounced.
    emailState: email === before.email ? before.emailState : 'active',
  }
}

export const withHashes = (platform: Pick<Platform, 'hashAddress'>, values: ContactValues) => ({
  ...values,
  emailHash: values.email ? platform.hashAddress(values.email) : null,
  phoneHash: values.phone ? platform.hashAddress(values.phone) : null,
})

/** What changed, by field, for the timeline. */
export function differences(before: Contact, after: ContactValues): { changes: { field: string; before: unknown; after: unknown }[] } {
  const plain = (['email', 'phone', 'firstName', 'lastName', 'locale', 'timeZone', 'tags'] as const)
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field: field as string, before: before[field] as unknown, after: after[field] as unknown }))
  const keys = [...new Set([...Object.keys(before.custom), ...Object.keys(after.custom)])]
  const own = keys
    .filter((key) => before.custom[key] !== after.custom[key])
    .map((key) => ({ field: `custom.${key}`, before: before.custom[key] ?? null, after: after.custom[key] ?? null }))
  return { changes: [...plain, ...own] }
}

/** Gives a tag to many contacts or takes it away, all or nothing. @throws 404; 409 where one would have too many tags. */
export async function tagContacts(
  { tx, actor, audit }: OrgContext,
  given: readonly string[],
  action: 'add_tag' | 'remove_tag',
  tag: string,
  mostTags: number,
): Promise<{ changed: number }> {
  const ids = [...new Set(given)]
  const held = await lockContacts(tx, ids)
  if (held.length !== ids.length) throw notFound()
  const full = held.filter((contact) => contact.tags.length >= mostTags && !contact.tags.includes(tag))
  if (action === 'add_tag' && full.length)
    throw conflict(message('{count} of these contacts already have {max} tags.', { count: full.length, max: mostTags }))
  const changed = action === 'add_tag' ? await addTag(tx, ids, tag) : await removeTag(tx, ids, tag)
  const type = action === 'add_tag' ? 'contact.tagged' : 'contact.untagged'
  await recordContactEvents(
    tx,
    changed.map((contactId) => ({ contactId, type, actorName: actor.name, data: { tag } })),
  )
  audit({ after: { action, tag, changed } })
  return { changed: changed.length }
}

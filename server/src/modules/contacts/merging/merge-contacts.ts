import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactExtensionsOf } from '../contact-extensions.ts'
import { recordContactEvents } from '../timeline/contact-events.ts'
import { recordMerge } from './merge-store.ts'
import { readTags } from '../read-contact-input.ts'
import { deleteContacts, findContact, lockContacts, writeContact } from '../store.ts'
import type { ContactValues } from '../store.ts'
import { moveEvents } from '../timeline/timeline-store.ts'
import { withHashes } from '../update-contact.ts'

/**
 * `other` becomes part of `id`: everything that modules keep about it moves over, its values fill what is missing or was chosen, and
 * it is gone. @throws 404; 409 for a contact and itself, or beyond the most tags; 422 for a value to take that the other one has not.
 */
export async function mergeContacts(
  platform: Platform,
  { tx, actor, audit }: OrgContext,
  id: string,
  { otherId, take }: { otherId: string; take: readonly string[] },
): Promise<Contact> {
  if (otherId === id) throw conflict('Choose another contact: this is the same one.')
  const held = await lockContacts(tx, [id, otherId])
  const into = held.find((contact) => contact.id === id)
  const from = held.find((contact) => contact.id === otherId)
  if (!into || !from) throw notFound()
  const values = mergedValues(into, from, take)
  for (const { mergeContact } of contactExtensionsOf(platform))
    await mergeContact?.(tx, otherId, id, { gone: from, kept: into, stays: values })
  await moveEvents(tx, otherId, id)
  await recordMerge(tx, otherId, id)
  // The email address must be free before the other one takes it.
  await deleteContacts(tx, [otherId])
  await writeContact(tx, id, withHashes(platform, values))
  const merged = { id: otherId, name: from.name, email: from.email, phone: from.phone, source: from.source, createdAt: from.createdAt }
  await recordContactEvents(tx, [{ contactId: id, type: 'contact.merged', actorName: actor.name, data: { merged } }])
  const saved = await findContact(tx, id)
  if (!saved) throw new Error('the merged contact cannot be read')
  // The record outlives the person's erasure: it says what was done, and nothing of the person.
  audit({ after: { merged: otherId, take } })
  return saved
}

const plainFields = ['email', 'phone', 'firstName', 'lastName', 'locale', 'timeZone'] as const

/** The values of the one that stays: what it has, what was chosen of the other one, and the other one's where it has none. */
export function mergedValues(into: Contact, from: Contact, take: readonly string[]): ContactValues {
  const missing = take.filter((field) => !valueOf(from, field))
  if (missing.length)
    throw invalid(missing.map((field) => ({ path: 'take', ...message('The other contact has no value for "{field}"', { field }) })))
  const tags = readTags([...into.tags, ...from.tags])
  if (tags.length > contactLimits.tags) throw conflict(message('Together, they have more than {max} tags.', { max: contactLimits.tags }))
  const values: ContactValues = { ...into, tags, custom: { ...from.custom, ...into.custom } }
  const plain = Object.fromEntries(plainFields.map((field) => [field, take.includes(field) || !into[field] ? from[field] : into[field]]))
  for (const field of take) {
    const key = field.startsWith('custom.') ? field.slice('custom.'.length) : null
    const value = key ? from.custom[key] : undefined
    if (key && value !== undefined) values.custom[key] = value
  }
  const merged = { ...values, ...plain }
  return { ...merged, emailState: merged.email === into.email ? into.emailState : from.emailState }
}

function valueOf(contact: Contact, field: string): boolean {
  if (field.startsWith('custom.')) return Object.hasOwn(contact.custom, field.slice('custom.'.length))
  return plainFields.some((each) => each === field && Boolean(contact[each]))
}

import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createContactFrom } from './create-contact-from.ts'
import { listFields } from './fields/field-store.ts'
import { readCustom, readEmail, readLocale, readNumber, readTags, refuseFaults, requireAddress } from './read-contact-input.ts'
import { phoneReaderOf } from './read-phone.ts'
import { findContactByAddress } from './recipient-store.ts'
import type { CustomValue, MessageContact } from './recipient-store.ts'
import { findContact } from './store.ts'
import { updateContact } from './update-contact.ts'

export interface ContactChange {
  /** At least one of the two; by them the contact is found, email first. */
  email: string
  phone: string
  /** What is empty stays as it is. */
  firstName: string
  lastName: string
  locale: string
  timeZone: string
  addTags: readonly string[]
  removeTags: readonly string[]
  /** By key; null takes a value away. Text is read as the field's type says. */
  custom: Record<string, CustomValue | null>
  /** Who does it, for the timeline. */
  by: string
}

/** Text of a template as a value of the field's type. */
function readAsField(fields: readonly ContactField[], key: string, value: CustomValue | null): CustomValue | null {
  const type = fields.find((field) => field.key === key)?.type
  if (typeof value !== 'string') return type === 'text' && value !== null ? String(value) : value
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean' && /^(true|false)$/i.test(value.trim())) return value.trim().toLowerCase() === 'true'
  return value
}

const tagsAfter = (before: readonly string[], { addTags, removeTags }: ContactChange): string[] => {
  const gone = new Set(removeTags.map((tag) => tag.toLowerCase()))
  const tags = readTags([...before, ...addTags]).filter((tag) => !gone.has(tag.toLowerCase()))
  if (tags.length > contactLimits.tags)
    throw invalid([{ path: 'tags', ...message('A contact has at most {max} tags', { max: contactLimits.tags }) }])
  return tags
}

const given = <T extends string>(name: T, text: string): { [K in T]?: string } =>
  text === '' ? {} : ({ [name]: text } as { [K in T]: string })

/** Makes a contact, or changes the one with this address. @throws 422 for what cannot be kept; nothing is written then. */
export async function saveContactFrom(
  platform: Platform,
  tx: OrgTx,
  change: ContactChange,
): Promise<{ contact: MessageContact; created: boolean }> {
  const errors: FieldError[] = []
  const email = readEmail(change.email.trim(), errors)
  const phone = await readNumber(change.phone.trim(), () => phoneReaderOf(tx), errors)
  const fields = Object.keys(change.custom).length ? await listFields(tx) : []
  const custom = Object.fromEntries(Object.entries(change.custom).map(([key, value]) => [key, readAsField(fields, key, value)]))
  readCustom(fields, {}, custom, errors)
  requireAddress(email, phone, errors)
  refuseFaults(errors)
  const known = (email && (await findContactByAddress(tx, 'email', email))) || (phone && (await findContactByAddress(tx, 'sms', phone)))
  const names = { ...given('firstName', change.firstName), ...given('lastName', change.lastName) }
  const zone = given('timeZone', change.timeZone)
  if (!known) {
    const made = await createContactFrom(platform, tx, {
      email,
      phone,
      ...names,
      ...zone,
      tags: tagsAfter([], change),
      custom: readCustom(fields, {}, custom, []),
      locale: readLocale(change.locale || null),
      source: 'workflow',
      sourceDetail: change.by,
      actorName: change.by,
    })
    // A concurrent request created it first: update it instead.
    return made.created ? made : saveContactFrom(platform, tx, change)
  }
  const before = await findContact(tx, known.id)
  const addresses = { ...(phone ? { phone } : {}), ...(email && !known.email ? { email } : {}) }
  const context = { tx, actor: { name: change.by }, audit: () => undefined }
  const tags = tagsAfter(before?.tags ?? [], change)
  await updateContact(platform, context, known.id, { ...addresses, ...names, ...zone, ...given('locale', change.locale), tags, custom })
  const contact = await findContactByAddress(tx, known.email || email ? 'email' : 'sms', known.email ?? email ?? phone ?? '')
  return { contact: contact ?? known, created: false }
}

import type { ContactField, CustomValue } from '@imperium/contract/contacts/contact-fields.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'

/** The field values of a contact. */
export interface ContactValues extends Record<string, unknown> {
  email: string
  phone: string
  firstName: string
  lastName: string
  locale: string
  timeZone: string | null
  tags: string[]
  /** By key; '' and null for no value. */
  custom: Record<string, CustomValue | null>
}

const blank: ContactValues = { email: '', phone: '', firstName: '', lastName: '', locale: '', timeZone: null, tags: [], custom: {} }

/** Initial values: the contact's, with an entry for every custom field. */
export function valuesOf(contact: Contact | null, fields: readonly ContactField[]): ContactValues {
  const { email, phone, firstName, lastName, locale, timeZone, tags, custom } = { ...blank, ...contact }
  return {
    email: email ?? '',
    phone: phone ?? '',
    firstName,
    lastName,
    locale: locale ?? '',
    timeZone,
    tags: [...tags],
    custom: Object.fromEntries(fields.map(({ key, type }) => [key, custom[key] ?? (type === 'boolean' || type === 'choice' ? null : '')])),
  }
}

/** The body that creates or changes a contact; of the organization's fields only those with a value, or that had one. */
export function contactBody(values: ContactValues, before: Contact | null) {
  const custom = Object.entries(values.custom).filter(
    ([key, value]) => (value !== '' && value !== null) || Object.hasOwn(before?.custom ?? {}, key),
  )
  return {
    email: values.email.trim() || null,
    phone: values.phone.trim() || null,
    firstName: values.firstName,
    lastName: values.lastName,
    locale: values.locale.trim() || null,
    timeZone: values.timeZone,
    tags: values.tags,
    custom: Object.fromEntries(custom.map(([key, value]) => [key, value === '' ? null : value])),
  }
}

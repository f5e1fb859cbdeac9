import { contactFieldLimits } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import { parseEmailAddress } from '../../platform/mail/address.ts'
import type { ReadPhone } from './read-phone.ts'
import type { CustomValue } from './recipient-store.ts'

/** An address as it is kept: lower case; empty text is none. Pushes what is wrong. */
export function readEmail(given: string | null, errors: FieldError[]): string | null {
  if (!given) return null
  const email = parseEmailAddress(given)?.toLowerCase() ?? null
  if (!email) errors.push({ path: 'email', message: 'Invalid email address' })
  return email
}

export async function readNumber(given: string | null, reader: () => Promise<ReadPhone>, errors: FieldError[]): Promise<string | null> {
  if (!given) return null
  const phone = (await reader())(given)
  if (!phone) errors.push({ path: 'phone', message: 'Not a phone number. Write it with + and the country, such as +44 20 7946 0958.' })
  return phone
}

/** Each tag once, as it was written first. */
export function readTags(tags: readonly string[]): string[] {
  const seen = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return [...new Set(tags.map((tag) => seen.get(tag.toLowerCase()) ?? tag))]
}

export const readLocale = (tag: string | null): string | null => (tag ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null)

const dayShape = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string): boolean => dayShape.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** What is wrong with a value of a field, or null. */
export function faultOfValue(field: Pick<ContactField, 'type' | 'choices'>, value: CustomValue): Text | null {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' && value.length <= contactFieldLimits.textLength ? null : 'Must be a text'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'Must be a number'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Must be true or false'
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : 'Must be a day, such as 2026-01-31'
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value)
        ? null
        : message('Must be one of {options}', { options: field.choices.join(', ') })
  }
}

/** The stored values with the given ones over them; null and empty text take one away. Pushes what is wrong by field. */
export function readCustom(
  fields: readonly Pick<ContactField, 'key' | 'type' | 'choices'>[],
  before: Record<string, CustomValue>,
  given: Record<string, CustomValue | null>,
  errors: FieldError[],
): Record<string, CustomValue> {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const values = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(given)) {
    const field = byKey.get(key)
    const path = `custom.${key}`
    if (!field) errors.push({ path, ...message('There is no field "{field}"', { field: key }) })
    else if (value === null || value === '') values.delete(key)
    else {
      const fault = faultOfValue(field, value)
      if (fault) errors.push({ path, ...worded(fault) })
      else values.set(key, value)
    }
  }
  return Object.fromEntries(values)
}

/** @throws 422 naming every field that is wrong. */
export function refuseFaults(errors: FieldError[]): void {
  if (errors.length) throw invalid(errors)
}

/** A contact without an address can be neither reached nor found. */
export function requireAddress(email: string | null, phone: string | null, errors: FieldError[]): void {
  if (!email && !phone && !errors.length) errors.push({ path: 'email', message: 'Enter an email address or a phone number' })
}

import type { Language } from '@imperium/contract/languages.ts'
import type { AnnouncedLimit } from '@imperium/contract/events/billing.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ja } from './texts/ja.ts'
import { writeDate } from '../../platform/text/write-date.ts'
import type { DateReader } from '../../platform/text/write-date.ts'
import type { NotificationKind, NotificationTexts } from './texts/texts.ts'

const texts: Record<Language, NotificationTexts> = { en, es, fr, de, ja }

export const textsOf = (language: Language): NotificationTexts => texts[language]

export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)

/** Values of a kind of news; dates, numbers, a `role` and a `limit` are written as the reader chose. */
export type NotificationValues = Record<string, string | number | Date> & { role?: Role; limit?: AnnouncedLimit }

/** How a person reads notifications. */
export type NotificationReader = DateReader & { language: Language }

function writeValue(value: string | number | Date, reader: NotificationReader): string {
  if (value instanceof Date) return writeDate(value, reader)
  return typeof value === 'number' ? value.toLocaleString(reader.language === 'en' ? 'en-US' : reader.language) : value
}

/** Title (of one or of several of a group) and message of a kind of news in a language. */
export function writeNotification(kind: NotificationKind, reader: NotificationReader, given: NotificationValues) {
  const { news, roles, limits } = texts[reader.language]
  const { title, titleOfMany, message } = news[kind]
  const values = {
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, writeValue(value, reader)])),
    ...(given.role ? { role: roles[given.role] } : {}),
    ...(given.limit ? { limit: limits[given.limit] } : {}),
  }
  return {
    title: (count: number) => fill(count > 1 && titleOfMany ? titleOfMany : title, { ...values, count: String(count) }),
    message: fill(message, values),
  }
}

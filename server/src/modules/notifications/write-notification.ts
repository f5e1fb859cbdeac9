import type { Language } from '@imperium/contract/languages.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { ja } from './words/ja.ts'
import type { NotificationKind, NotificationWords } from './texts/texts.ts'

const words: Record<Language, NotificationWords> = { en, es, fr, de, ja }

export const wordsOf = (language: Language): NotificationWords => words[language]

export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)

/** Values of a kind of news; a `role` is written in the reader's language. */
export type NotificationValues = Record<string, string> & { role?: Role }

/** Title (of one or of several of a group) and message of a kind of news in a language. */
export function writeNotification(kind: NotificationKind, language: Language, given: NotificationValues) {
  const { news, roles } = words[language]
  const { title, titleOfMany, message } = news[kind]
  const values = given.role ? { ...given, role: roles[given.role] } : given
  return {
    title: (count: number) => fill(count > 1 && titleOfMany ? titleOfMany : title, { ...values, count: String(count) }),
    message: fill(message, values),
  }
}

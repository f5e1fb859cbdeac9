import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Message } from '@imperium/contract/kit/message.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { AnnouncedLimit } from '@imperium/contract/events/billing.ts'
import type { Notification } from '@imperium/contract/notifications.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ja } from './texts/ja.ts'
import { writeDate } from '../../platform/text/write-date.ts'
import type { DateReader } from '../../platform/text/write-date.ts'
import { wordsIn, writeValue as writeMetricValue } from '../analytics/index.ts'
import type { Valued } from '../analytics/index.ts'
import type { NotificationKind, NotificationTexts } from './texts/texts.ts'

const texts: Record<Language, NotificationTexts> = { en, es, fr, de, ja }

export const textsOf = (language: Language): NotificationTexts => texts[language]

export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)

/** A value of a metric, in its unit. */
interface Measured extends Valued {
  measured: number | null
}

type NotificationValue = string | number | Date | Message | Measured

/** Values of a kind of news; dates, numbers, a `role`, a `limit` and a `metric` are written as the reader chose. */
export type NotificationValues = Record<string, NotificationValue> & { role?: Role; limit?: AnnouncedLimit; metric?: MetricId }

/** What a notification says, in no language yet: its kind and values (dates as JSON), or texts that its sender wrote in all languages. */
export type Wording =
  | { kind: NotificationKind; values: Record<string, string | number | Message | Measured | { date: string }> }
  | { texts: Record<Language, { title: string; message: string }> }

export const wordingOf = (kind: NotificationKind, values: NotificationValues): Wording => ({
  kind,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value instanceof Date ? { date: value.toISOString() } : value]),
  ),
})

/** How a person reads notifications. */
export type NotificationReader = DateReader & { language: Language }

function writeValue(value: NotificationValue, reader: NotificationReader): string {
  if (value instanceof Date) return writeDate(value, reader)
  if (typeof value === 'object') return 'measured' in value ? writeMetricValue(value.measured, value, reader.language) : value.message
  return typeof value === 'number' ? value.toLocaleString(reader.language === 'en' ? 'en-US' : reader.language) : value
}

type Worded = Pick<Notification, 'title' | 'message' | 'messageKey'>

/** Title (for a group of `count`) and message for a reader; null for a kind that this version does not know. */
export function wordNotification(wording: Wording, reader: NotificationReader, count: number): Worded | null {
  if ('texts' in wording) return wording.texts[reader.language]
  if (!Object.hasOwn(texts.en.news, wording.kind)) return null
  const values = Object.entries(wording.values).map(([name, value]) => [
    name,
    typeof value === 'object' && 'date' in value ? new Date(value.date) : value,
  ])
  return writeNotification(wording.kind, reader, Object.fromEntries(values) as NotificationValues, count)
}

/** A message that is one text of the server alone, such as the reason of a failure, keeps its key: pages word it. */
function writeNotification(kind: NotificationKind, reader: NotificationReader, given: NotificationValues, count: number): Worded {
  const { news, roles, limits } = texts[reader.language]
  const { title, titleOfMany, message } = news[kind]
  const values = {
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, writeValue(value, reader)])),
    ...(given.role ? { role: roles[given.role] } : {}),
    ...(given.limit ? { limit: limits[given.limit] } : {}),
    ...(given.metric ? { metric: wordsIn(reader.language).metrics[given.metric].label } : {}),
  }
  const only = given[/^\{(\w+)\}$/.exec(message)?.[1] ?? '']
  return {
    title: fill(count > 1 && titleOfMany ? titleOfMany : title, { ...values, count: String(count) }),
    message: fill(message, values),
    ...(typeof only === 'object' && 'key' in only ? { messageKey: { key: only.key, values: only.values } } : {}),
  }
}

import type { Preferences } from '@imperium/contract/auth/auth.ts'

/** How a person reads dates. */
export type DateReader = Omit<Preferences, 'language'> & { language: string }

const localeOf = (language: string): string => (language === 'en' ? 'en-US' : language)
const clocks = { '12h': { hour12: true }, '24h': { hourCycle: 'h23' } } as const

function ordered(at: Date, format: NonNullable<DateReader['dateFormat']>, timeZone: string): string {
  // `en-CA` yields 2026-11-14.
  const date = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
  const [year = '', month = '', day = ''] = date.split('-')
  if (format === 'YYYY-MM-DD') return date
  return format === 'MM/DD/YYYY' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`
}

/** `November 20, 2026` in the reader's language and time zone; `20/11/2026` if they chose an order. */
export function writeDate(at: Date, { language, timeZone, dateFormat }: DateReader): string {
  const zone = timeZone ?? 'UTC'
  if (dateFormat) return ordered(at, dateFormat, zone)
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: zone }).format(at)
}

/** The same with the time of day and the name of the time zone. */
export function writeMoment(at: Date, reader: DateReader): string {
  const { language, timeZone, dateFormat, timeFormat } = reader
  const cycle = timeFormat === null ? {} : clocks[timeFormat]
  const zone = timeZone ?? 'UTC'
  const time = { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short', timeZone: zone, ...cycle } as const
  const locale = localeOf(language)
  if (dateFormat) return `${ordered(at, dateFormat, zone)}, ${new Intl.DateTimeFormat(locale, time).format(at)}`
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', ...time }).format(at)
}

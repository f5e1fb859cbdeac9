import { currentPreferences } from './preferences.ts'
import type { Preferences } from './preferences.ts'
import { currentLanguage, plural, t } from './words.ts'

let formats: ReturnType<typeof buildFormats> | null = null

/** The formatters of the page's language and the reader's preferences: cached, rebuilt when one of them changes. */
function current() {
  const [language, preferences] = [currentLanguage(), currentPreferences()]
  if (formats?.language !== language || formats.preferences !== preferences) formats = buildFormats(language, preferences)
  return formats
}

function buildFormats(language: string, preferences: Preferences) {
  const locale = language === 'en' ? 'en-US' : language
  const timeZone = preferences.timeZone ?? undefined
  const clock = { '12h': { hour12: true }, '24h': { hourCycle: 'h23' } } as const
  const cycle = preferences.timeFormat === null ? {} : clock[preferences.timeFormat]
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  return {
    language,
    preferences,
    whole: number({ maximumFractionDigits: 0 }),
    compact: number({ notation: 'compact', maximumFractionDigits: 1 }),
    decimal: (fewest: number) => number({ minimumFractionDigits: fewest, maximumFractionDigits: 1 }),
    percent: number({ style: 'percent', maximumFractionDigits: 1 }),
    day: date({ month: 'short', day: 'numeric', timeZone: 'UTC' }),
    longDay: date({ month: 'short', day: 'numeric', year: 'numeric' }),
    fullDay: date({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
    moment: date({ dateStyle: 'medium', timeStyle: 'medium', ...cycle }),
    time: date({ timeStyle: 'medium', ...cycle }),
    // Numeric formats of the preference are assembled in code; `en-CA` yields 2026-11-14.
    digits: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    money: (digits: number) => number({ style: 'currency', currency: 'USD', minimumFractionDigits: digits, maximumFractionDigits: digits }),
  }
}

/** `2026-11-14` in the order that the reader chose, with or without the year. */
function orderDate(date: string, format: NonNullable<Preferences['dateFormat']>, withYear: boolean): string {
  const [year = '', month = '', day = ''] = date.split('-')
  if (format === 'YYYY-MM-DD') return withYear ? date : `${month}-${day}`
  const parts = format === 'MM/DD/YYYY' ? [month, day] : [day, month]
  return [...parts, ...(withYear ? [year] : [])].join('/')
}

/** `128,940` */
export const formatNumber = (value: number): string => current().whole.format(value)
/** `128.9K` */
export const formatCompact = (value: number): string => current().compact.format(value)
/** `96.8`: one decimal place at most, `fewest` at least. */
export const formatDecimal = (value: number, fewest: 0 | 1 = 0): string => current().decimal(fewest).format(value)
/** `96.8%`; a dash without data. */
export const formatPercent = (value: number | null): string => (value === null ? '–' : current().percent.format(value / 100))

/** `Nov 14` for a calendar day (`2026-11-14`), independent of the reader's time zone; `14/11` if the reader chose an order. */
export function formatDay(date: string): string {
  const { preferences, day } = current()
  return preferences.dateFormat ? orderDate(date, preferences.dateFormat, false) : day.format(new Date(`${date}T00:00:00Z`))
}

/** `Nov 14, 2026` for a calendar day (`2026-11-14`), independent of the reader's time zone, e.g. for a birthday. */
export function formatFullDay(date: string): string {
  const { preferences, fullDay } = current()
  return preferences.dateFormat ? orderDate(date, preferences.dateFormat, true) : fullDay.format(new Date(`${date}T00:00:00Z`))
}

/** `Nov 14, 2026` in the reader's time zone; `14/11/2026` if the reader chose an order. */
export function formatDate(iso: string): string {
  const { preferences, digits, longDay } = current()
  const at = new Date(iso)
  return preferences.dateFormat ? orderDate(digits.format(at), preferences.dateFormat, true) : longDay.format(at)
}

/** `Nov 14, 2026, 4:05:12 PM` in the reader's time zone; `14/11/2026, 16:05:12` if the reader chose that format. */
export function formatMoment(iso: string): string {
  const { preferences, moment, time } = current()
  const at = new Date(iso)
  return preferences.dateFormat ? `${formatDate(iso)}, ${time.format(at)}` : moment.format(at)
}

/** Milliseconds as `840 ms`, `2.4 s`, `3 min 20 s`; a dash for null. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 1000) return t('{count} ms', { count: Math.round(ms) })
  if (ms < 60_000) return t('{count} s', { count: formatDecimal(ms / 1000) })
  const seconds = Math.round(ms / 1000)
  return t('{minutes} min {seconds} s', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}

/** Formats micro-dollars as `$0.0042`, `$1.25`, `$1,204.50`: two decimals, more only if the amount would round to zero. */
export function formatMicros(micros: number): string {
  const dollars = micros / 1_000_000
  const digits = micros !== 0 && Math.abs(dollars) < 0.1 ? (Math.abs(dollars) < 0.0001 ? 6 : 4) : 2
  return current().money(digits).format(dollars)
}

/** Bytes as `0 MB`, `12.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  if (megabytes < 1024) return t('{count} MB', { count: formatDecimal(megabytes) })
  return t('{count} GB', { count: formatDecimal(megabytes / 1024) })
}

/** The size of a file: kilobytes up to a tenth of a megabyte. */
export const formatFileSize = (bytes: number): string =>
  bytes < 100_000 ? t('{count} KB', { count: Math.max(1, Math.round(bytes / 1024)) }) : formatBytes(bytes)

/** A round amount of storage: `10 GB`, `1 TB`. */
export function formatStorage(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes >= 1024 ? `${formatNumber(gigabytes / 1024)} TB` : `${formatNumber(gigabytes)} GB`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Under 60 s 'Just now', then minutes, hours, days (under 7), weeks (under 4), months (under 12), else a date. */
export function formatRelative(iso: string, nowMs: number): string {
  const ageMs = nowMs - new Date(iso).getTime()
  if (ageMs < minuteMs) return t('Just now')
  if (ageMs < hourMs) return t('{count}m ago', { count: Math.floor(ageMs / minuteMs) })
  if (ageMs < dayMs) return t('{count}h ago', { count: Math.floor(ageMs / hourMs) })
  const days = Math.floor(ageMs / dayMs)
  if (days < 7) return t('{count}d ago', { count: days })
  if (days < 28) return t('{count}w ago', { count: Math.floor(days / 7) })
  if (days < 360) return plural(Math.max(1, Math.floor(days / 30)), { one: '{count}mo ago', other: '{count}mo ago' })
  return formatDate(iso)
}

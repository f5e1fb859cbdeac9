import { compareTexts, existence, textual } from './field-type.ts'
import type { FieldType, FieldValue, Parsed } from './field-type.ts'

const day = /^(\d{4})-(\d{2})-(\d{2})$/

const isDay = (text: string): boolean => {
  const [, year = '', month = '', date = ''] = day.exec(text) ?? []
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(date))
  return day.test(text) && Number(year) > 0 && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(date)
}

const refused = { refused: 'Write the date as year-month-day, such as 2026-11-14' } as const

/** A day has no time zone: it stays the text that it is. */
export const date: FieldType = {
  ...textual((text): Parsed => (isDay(text) ? { value: text } : refused)),
  label: 'Date',
  sql: 'date',
  input: 'date',
  operators: ['is', 'isNot', 'atLeast', 'atMost', ...existence],
  canSort: true,
  canBeUnique: true,
  isText: false,
  write: (value) => (value === null ? '' : String(value)),
  format: (value, _field, language) => {
    if (value === null) return ''
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${String(value)}T00:00:00Z`))
  },
  compare: compareTexts,
}

const moment = /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i

const toMoment = (text: string): Parsed => {
  const found = moment.exec(text)
  const ms = found && isDay(found[1] ?? '') ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  const at = new Date(ms)
  const isKept = !Number.isNaN(ms) && at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000
  return isKept ? { value: at.toISOString() } : { refused: 'Write the moment with its time zone, such as 2026-11-14T09:30:00Z' }
}

export const dateTime: FieldType = {
  ...textual(toMoment),
  label: 'Date and time',
  sql: 'timestamptz',
  input: 'date-time',
  operators: ['atLeast', 'atMost', ...existence],
  canSort: true,
  canBeUnique: false,
  isText: false,
  write: (value) => (value === null ? '' : String(value)),
  format: (value: FieldValue, _field, language) =>
    value === null
      ? ''
      : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(String(value))),
  compare: compareTexts,
}

// Days of a month as texts such as `2026-11-14`. All arithmetic is in UTC, where every day has 24 hours.

const dayMs = 86_400_000
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** The day of a moment where the reader is. */
export function isoDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

const shifted = (month: string, by: number): string => {
  const at = utc(`${month}-01`)
  at.setUTCMonth(at.getUTCMonth() + by)
  return at.toISOString().slice(0, 7)
}
export const monthBefore = (month: string): string => shifted(month, -1)
export const monthAfter = (month: string): string => shifted(month, 1)

/** Whole weeks from Monday that hold the month. */
export function daysOfWeeks(month: string): string[] {
  const first = utc(`${month}-01`)
  const start = first.getTime() - ((first.getUTCDay() + 6) % 7) * dayMs
  const end = utc(`${monthAfter(month)}-01`).getTime()
  const weeks = Math.ceil((end - start) / (7 * dayMs))
  return Array.from({ length: weeks * 7 }, (_, at) => new Date(start + at * dayMs).toISOString().slice(0, 10))
}

export const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(utc(`${month}-01`))

export const weekdayNames = (language: string): string[] =>
  // A week that begins with a Monday.
  Array.from({ length: 7 }, (_, at) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(utc(`2026-06-0${at + 1}`)),
  )

/** The last months as 2026-12, the present one first. */
export const recentMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(now.getFullYear(), now.getMonth() - at, 1)).toISOString().slice(0, 7))

/** December 2026, in the language of the page. */
export const monthLabel = (month: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** `128,940` */
export const formatNumber = (value: number): string => whole.format(value)
/** `128.9K` */
export const formatCompact = (value: number): string => compact.format(value)
/** `96.8%`; a dash where nothing was measured. */
export const formatPercent = (value: number | null): string => (value === null ? '–' : `${oneDecimal.format(value)}%`)
/** `Nov 14` for a calendar day (`2026-11-14`), whatever the reader's time zone. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))
/** `Nov 14, 2026` in the reader's time zone. */
export const formatDate = (iso: string): string => longDay.format(new Date(iso))
/** `Nov 14, 2026, 4:05:12 PM` in the reader's time zone. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso))

/** Milliseconds as `840 ms`, `2.4 s`, `3 min 20 s`; a dash for null. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${oneDecimal.format(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Micro-dollars as `$0.0042`, `$1.25`, `$1,204.50`: two decimals, more only where the amount would vanish. */
export function formatMicros(micros: number): string {
  const dollars = micros / 1_000_000
  const digits = micros !== 0 && Math.abs(dollars) < 0.1 ? (Math.abs(dollars) < 0.0001 ? 6 : 4) : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(dollars)
}

/** Bytes as `0 MB`, `12.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  if (megabytes < 1024) return `${oneDecimal.format(megabytes)} MB`
  return `${oneDecimal.format(megabytes / 1024)} GB`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** S1 section 9: under 60 s 'Just now', then minutes, hours, days (under 7), weeks (under 4), months (under 12), else a date. */
export function formatRelative(iso: string, nowMs: number): string {
  const ageMs = nowMs - new Date(iso).getTime()
  if (ageMs < minuteMs) return 'Just now'
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m ago`
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h ago`
  const days = Math.floor(ageMs / dayMs)
  if (days < 7) return `${days}d ago`
  if (days < 28) return `${Math.floor(days / 7)}w ago`
  if (days < 360) return `${Math.max(1, Math.floor(days / 30))}mo ago`
  return formatDate(iso)
}

/** `1 agent`, `2 agents`, `1,204 agents`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string => `${formatNumber(count)} ${count === 1 ? one : many}`

/** `LEAD_GENERATOR` or `web_search` as `Lead generator`, `Web search`. */
export function formatWord(word: string): string {
  const spaced = word.replaceAll('_', ' ').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

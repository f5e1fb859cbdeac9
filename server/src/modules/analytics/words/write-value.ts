import type { MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { minorDigits } from '@imperium/contract/kit/field-types/number-types.ts'
import type { Language } from '@imperium/contract/languages.ts'

export const localeOf = (language: Language): string => (language === 'en' ? 'en-US' : language)

export type Valued = Pick<MetricResult, 'unit' | 'currency'>

/** A value in the unit that people read: dollars and not millionths, major units and not minor ones. */
export function readableValue(value: number | null, { unit, currency }: Valued): number | null {
  if (value === null) return null
  if (unit === 'usd-micros') return value / 1_000_000
  return unit === 'money' && currency !== null ? value / 10 ** minorDigits(currency) : value
}

export function writeValue(value: number | null, { unit, currency }: Valued, language: Language): string {
  const readable = readableValue(value, { unit, currency })
  if (readable === null) return '–'
  const locale = localeOf(language)
  if (unit === 'usd-micros') return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(readable)
  if (unit === 'money' && currency !== null) return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(readable)
  if (unit === 'percent') return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(readable / 100)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(readable)
  return unit === 'milliseconds' ? `${number} ms` : number
}

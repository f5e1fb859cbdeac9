import type { MetricAnswer, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { reportTexts } from '../texts/report-texts.ts'

const localeOf = (language: Language): string => (language === 'en' ? 'en-US' : language)

/** How many digits a currency has after the point: minor units are divided by ten to this. */
const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

type Valued = Pick<MetricResult, 'unit' | 'currency'>

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

export const valueText = (result: MetricResult, language: Language): string => writeValue(result.value, result, language)

/** `+12.5 %`; empty without a comparison. */
function writeChange(change: number | null, language: Language): string {
  if (change === null) return ''
  const text = new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return text.format(change / 100)
}
export const changeText = ({ change }: MetricResult, language: Language): string => writeChange(change, language)

export function unitText({ unit, currency }: Valued, language: Language): string {
  if (unit === 'usd-micros') return 'USD'
  return unit === 'money' ? (currency ?? '') : reportTexts[language].units[unit]
}

/** A cell of a file: what a program computes with, and how a spreadsheet shows it. */
export interface Cell {
  value: string | number | null
  format?: string
}

const formatOf = ({ unit, currency }: Valued): string => {
  if (unit === 'percent') return '0.0'
  const digits = unit === 'usd-micros' ? 4 : unit === 'money' && currency !== null ? minorDigits(currency) : 0
  return digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`
}

const numberCell = (value: number | null, valued: Valued): Cell => ({ value: readableValue(value, valued), format: formatOf(valued) })

export interface Table {
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** Metric, Value, Previous period, Change, Unit. */
export function summaryTable({ results }: MetricAnswer, language: Language): Table {
  const { table } = reportTexts[language]
  return {
    head: [table.metric, table.value, table.previous, `${table.change} (%)`, table.unit],
    rows: results.map((result) => [
      { value: result.label },
      numberCell(result.value, result),
      numberCell(result.previous, result),
      { value: result.change, format: '0.0' },
      { value: unitText(result, language) },
    ]),
  }
}

/** One row for each point or part of each metric. */
export function detailTable({ results }: MetricAnswer, language: Language): Table {
  const { table } = reportTexts[language]
  const isByTime = results.some(({ points }) => points.length > 0)
  return {
    head: [table.metric, isByTime ? table.date : table.part, table.value, table.previous, table.unit],
    rows: results.flatMap((result) => {
      const places = isByTime
        ? result.points.map(({ date, value, previous }) => ({ place: date, value, previous }))
        : result.rows.map(({ label, value, previous }) => ({ place: label, value, previous }))
      return places.map(({ place, value, previous }): Cell[] => [
        { value: result.label },
        { value: place },
        numberCell(value, result),
        numberCell(previous, result),
        { value: unitText(result, language) },
      ])
    }),
  }
}

export const rowsLeftOut = ({ results }: MetricAnswer): number => results.reduce((sum, { moreRows }) => sum + moreRows, 0)

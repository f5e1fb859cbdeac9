import type { MetricAnswer, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { minorDigits } from '@imperium/contract/kit/field-types/number-types.ts'
import { localeOf, readableValue, writeValue } from '../../analytics/index.ts'
import type { Valued } from '../../analytics/index.ts'
import { reportTexts } from '../texts/report-texts.ts'

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

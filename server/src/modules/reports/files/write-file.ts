import type { MetricAnswer, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { ChartType, ReportFormat } from '@imperium/contract/reports/reports.ts'
import { writePdf } from '../../../platform/pdf/write-pdf.ts'
import type { PdfChart, PdfDocument } from '../../../platform/pdf/pdf-document.ts'
import type { SheetCell } from '../../../platform/sheets/write-workbook.ts'
import { writeWorkbook } from '../../../platform/sheets/write-workbook.ts'
import { csvLine } from '../../../platform/text/csv.ts'
import { writeMoment } from '../../../platform/text/write-date.ts'
import { fillText, reportTexts } from '../texts/report-texts.ts'
import { readableValue, writeValue } from '../../analytics/index.ts'
import { changeText, detailTable, rowsLeftOut, summaryTable, unitText, valueText } from './report-table.ts'
import type { Table } from './report-table.ts'

export interface FileOfReport {
  orgId: string
  format: ReportFormat
  language: Language
  /** Of the report. */
  name: string
  chartType: ChartType
  answer: MetricAnswer
  organization: string
}

interface WrittenFile {
  content: Uint8Array
  contentType: string
  fileName: string
}

const types: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** Letters and digits of any script, as file names of all systems take them. */
const fileNameOf = (name: string, day: string, format: ReportFormat): string =>
  `${
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'report'
  }-${day}.${format}`

/** The figures of a report, of what its reader may see, as a file. */
export async function writeFileOf(file: FileOfReport): Promise<WrittenFile> {
  const { format, name, answer } = file
  return { content: await contentOf(file), contentType: types[format], fileName: fileNameOf(name, answer.to, format) }
}

async function contentOf(file: FileOfReport): Promise<Uint8Array> {
  if (file.format === 'csv') return Buffer.from(csvOf(file))
  return file.format === 'xlsx' ? writeWorkbook(sheetsOf(file)) : writePdf({ orgId: file.orgId }, pdfOf(file))
}

/** What the figures are: period, comparison, time zone, moment. */
function factsOf({ answer, language }: FileOfReport): [label: string, value: string][] {
  const { table } = reportTexts[language]
  const { from, to, previousFrom, previousTo, timeZone, asOf } = answer
  return [
    [table.period, `${from} – ${to}`],
    ...(previousFrom && previousTo ? [[table.comparedWith, `${previousFrom} – ${previousTo}`] as [string, string]] : []),
    [table.timeZone, timeZone],
    [table.asOf, writeMoment(new Date(asOf), { language, timeZone, dateFormat: null, timeFormat: null })],
  ]
}

function notesOf({ answer, language }: FileOfReport): string[] {
  const texts = reportTexts[language]
  const cut = rowsLeftOut(answer)
  return [
    ...(cut > 0 ? [fillText(texts.moreRows, { count: String(cut) })] : []),
    ...(answer.withheld.length > 0 ? [texts.withheld] : []),
    ...(answer.failed.length > 0
      ? [fillText(texts.mail.partFailed, { metrics: answer.failed.map((metric) => reportTexts.metric(metric, language)).join(', ') })]
      : []),
  ]
}

const linesOf = ({ head, rows }: Table): string => [csvLine(head), ...rows.map((row) => csvLine(row.map(({ value }) => value)))].join('')

function csvOf(file: FileOfReport): string {
  const notes = notesOf(file).map((note) => csvLine([note]))
  const parts = [
    csvLine([file.name]),
    ...factsOf(file).map((fact) => csvLine(fact)),
    ...notes,
    '\r\n',
    linesOf(summaryTable(file.answer, file.language)),
    '\r\n',
    linesOf(detailTable(file.answer, file.language)),
  ]
  // Spreadsheets read UTF-8 only behind this mark.
  return `\ufeff${parts.join('')}`
}

const sheetRows = ({ head, rows }: Table): SheetCell[][] => [
  head.map((value): SheetCell => ({ value, isHead: true })),
  ...rows.map((row) => [...row]),
]

function sheetsOf(file: FileOfReport) {
  const { sheets } = reportTexts[file.language]
  const facts = factsOf(file).map(([label, value]): SheetCell[] => [{ value: label }, { value }])
  const notes = notesOf(file).map((note): SheetCell[] => [{ value: note }])
  return [
    {
      name: sheets.summary,
      rows: [[{ value: file.name, isHead: true }], ...facts, ...notes, [], ...sheetRows(summaryTable(file.answer, file.language))],
    },
    { name: sheets.details, rows: sheetRows(detailTable(file.answer, file.language)), frozenRows: 1 },
  ]
}

const mostCharts = 12
const mostSlices = 8

function chartOf(result: MetricResult, chartType: ChartType, language: Language): PdfChart | null {
  const isByTime = result.points.length > 0
  if (chartType === 'table' || (!isByTime && result.rows.length === 0)) return null
  const places = isByTime
    ? result.points.map(({ date, value }) => ({ label: date, value }))
    : result.rows.slice(0, mostSlices).map(({ label, value }) => ({ label, value }))
  return {
    title: `${result.label} (${unitText(result, language)})`,
    // A pie shows shares of a whole, which points of time are not.
    kind: chartType === 'pie' && isByTime ? 'bar' : chartType,
    labels: places.map(({ label }) => label),
    values: places.map(({ value }) => readableValue(value, result)),
    texts: places.map(({ value }) => writeValue(value, result, language)),
  }
}

function pdfOf(file: FileOfReport): PdfDocument {
  const { answer, language, name, organization, chartType } = file
  const { table, page } = reportTexts[language]
  return {
    language,
    creator: organization,
    title: name,
    facts: factsOf(file).map(([label, value]) => ({ label, value })),
    parties: [{ heading: '', lines: [organization] }],
    columns: [
      { label: table.metric, weight: 3.2 },
      { label: table.value, weight: 1.6, isNumber: true },
      { label: table.previous, weight: 1.6, isNumber: true },
      { label: table.change, weight: 1.2, isNumber: true },
    ],
    rows: answer.results.map((result) => [
      result.label,
      valueText(result, language),
      writeValue(result.previous, result, language),
      changeText(result, language),
    ]),
    charts: answer.results.slice(0, mostCharts).flatMap((result) => chartOf(result, chartType, language) ?? []),
    sums: [],
    paragraphs: notesOf(file).map((text) => ({ text })),
    pageLabel: page,
  }
}

import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { ImportPreview, ImportSettings, ImportTarget } from '@imperium/contract/contacts/contact-imports.ts'
import { asValue, countMessage, message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { listFields, phoneReaderOf } from '../contacts/index.ts'
import { findImport } from './import-store.ts'
import { recogniseDateOrder } from '../../platform/text/read-day.ts'
import { readRecords } from './read-records.ts'
import { openAsText } from './file-as-text.ts'
import { readTableCell, recogniseSeparator } from '../../platform/text/recognise-table.ts'
import { guessFieldType, makeRowReader } from './read-row.ts'
import type { RowReader, RowValues } from './read-row.ts'
import type { RowConsent } from './row-consent.ts'
import { firstBytes, recogniseColumns, recogniseEncoding, recogniseHeader, recogniseTitleRows, samplesOf } from './recognise-layout.ts'
import type { Open } from './recognise-layout.ts'
import { sampleNumbers } from './sample-numbers.ts'

/** Of the preview, and of an import that was started without one. */
export const noContactsInFile = 'The file only has a header row and no contacts.'

/** Read to recognise columns, types and the order of days; fewer are shown. */
const recognisedRows = 500

type Layout = Pick<ImportSettings, 'separator' | 'encoding' | 'hasHeader' | 'titleRows' | 'columns' | 'dateOrder'>
type Given = { [K in keyof Layout]?: Layout[K] | undefined }

/** The first rows, the head among them. */
async function firstRows(open: Open, layout: Pick<ImportSettings, 'separator'>, most: number = importLimits.previewRows) {
  const rows: { row: number; cells: string[]; fault: string | null }[] = []
  let row = 0
  for await (const { cells, fault } of readRecords(open, 0, layout)) {
    row += 1
    if (fault || cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells, fault })
    if (rows.length > most) break
  }
  return rows
}

/** Without the empty cells that spreadsheets leave behind a table. */
const filledWidth = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1

type FirstRows = Awaited<ReturnType<typeof firstRows>>

/** Of the table: what only empty cells stand in is no column, unless the head names it. */
function widthOf(rows: FirstRows, hasHeader: boolean): number {
  const head = hasHeader ? (rows[0]?.cells ?? []) : []
  const bodyWidth = Math.max(0, ...(hasHeader ? rows.slice(1) : rows).map(({ cells }) => filledWidth(cells)))
  return hasHeader ? Math.max(filledWidth(head), Math.min(head.length, bodyWidth)) : bodyWidth
}

/** The rows of the table, without those above it. */
const belowTitle = (rows: FirstRows, titleRows: number): FirstRows => rows.filter(({ row }) => row > titleRows)

/** How many rows stand above the table: as the settings say, else as the preview would recognise it. */
export async function titleRowsOf(
  open: Open,
  settings: Pick<Layout, 'separator' | 'hasHeader' | 'titleRows'>,
  fields: readonly ContactField[],
) {
  return settings.titleRows ?? foundTitleRows(await firstRows(open, settings, importLimits.titleRows + 10), settings.hasHeader, fields)
}

/** Without a head, only the line of the separator is none of the table. */
const foundTitleRows = (rows: FirstRows, hasHeader: boolean | undefined, fields: readonly ContactField[]): number =>
  hasHeader === false ? Math.min(1, recogniseTitleRows(rows.slice(0, 1), fields)) : recogniseTitleRows(rows, fields)

/** Whether so many columns are named as the file begins with; where not, every row would be left out, or read wrongly. Null: they are, or nothing can be read. */
export async function faultOfWidth(
  orgId: string,
  file: Open,
  layout: Pick<ImportSettings, 'separator' | 'encoding' | 'hasHeader' | 'titleRows' | 'columns'>,
  fields: readonly ContactField[],
) {
  const open = await openAsText(orgId, file, layout)
  const titleRows = await titleRowsOf(open, layout, fields)
  const rows = belowTitle(await firstRows(open, layout, importLimits.previewRows + titleRows), titleRows)
  // The import itself says, once, what is no table.
  if (rows.length === 0 || rows[0]?.fault) return null
  const readable = rows.filter(({ fault }) => !fault)
  const named = layout.columns.length
  const width = widthOf(readable, layout.hasHeader)
  const widest = Math.max(...readable.map(({ cells }) => cells.length))
  if (named >= width && named <= widest) return null
  const has = named < width ? width : widest
  const text = message('The file has {columns}, and {named}', {
    columns: countMessage(has, { one: '{count} column', other: '{count} columns' }),
    named: countMessage(named, { one: '{count} is named', other: '{count} are named' }),
  })
  return { path: 'settings.columns', ...text }
}

type ShownValues = ImportPreview['rows'][number]['values']

const showConsent = ({ status, source, at }: RowConsent): ShownValues => ({
  ...(status ? { consentStatus: status } : {}),
  ...(source ? { consentSource: source } : {}),
  ...(at ? { consentDate: at.toISOString().slice(0, 10) } : {}),
})

/** What the contact would get; what is empty is left out. */
function presented({ custom, ...values }: RowValues): ShownValues {
  const shown: ShownValues = {}
  for (const [name, value] of Object.entries(values)) if (value !== null && value.length > 0) shown[name] = value
  for (const [key, value] of Object.entries(custom)) shown[`custom:${key}`] = value
  return shown
}

const shownLength = 200

function present(rows: FirstRows, reader: RowReader): ImportPreview['rows'] {
  return rows.slice(0, importLimits.previewRows).map(({ row, cells, fault }) => {
    const read = fault ? null : reader.read(cells)
    return {
      row,
      cells: cells.slice(0, importLimits.columns).map((cell) => cell.slice(0, shownLength)),
      values: read ? { ...presented(read.values), ...(read.consent ? showConsent(read.consent) : {}) } : {},
      errors: read ? read.errors.map(({ path, ...texts }) => ({ column: path, ...texts })) : [{ column: '', message: fault ?? '' }],
    }
  })
}

/** The type that a column would have as a field, and the values that do not fit it, or the field that it has. */
function guessedOf(
  body: FirstRows,
  index: number,
  { name, target, fields, reader }: { name: string; target: ImportTarget; fields: readonly ContactField[]; reader: RowReader },
) {
  const values = body.map(({ cells }) => readTableCell(cells[index] ?? ''))
  const guessed = guessFieldType(values, name)
  const isField = fields.some(({ key }) => target === `custom:${key}`)
  const places = isField
    ? body.flatMap(({ cells, fault }, at) => (!fault && reader.read(cells).errors.some(({ path }) => path === target) ? [at] : []))
    : guessed.outliers
  return {
    fieldType: guessed.type,
    outlierCount: places.length,
    outliers: places
      .slice(0, importLimits.outliers)
      .map((at) => ({ row: body[at]?.row ?? 0, text: (values[at] ?? '').slice(0, shownLength) })),
  }
}

/** How the first rows would be read; what is not given is recognised. @throws 404, 409 before the file is there whole, 422 for what is no table. */
export async function previewImport(
  platform: Platform,
  { org, inOrg }: Pick<OrgContext, 'org' | 'inOrg'>,
  id: string,
  given: Given,
): Promise<ImportPreview> {
  const { held, fields, readPhone } = await inOrg(async (tx) => ({
    held: await findImport(tx, id),
    fields: await listFields(tx),
    readPhone: await phoneReaderOf(tx),
  }))
  if (!held) throw notFound()
  const { fileId } = held
  if (held.status !== 'uploaded' || !fileId) throw conflict('The file of this import is not waiting to be read.')
  const file: Open = (fromByte) => platform.files.read(org.id, fileId, fromByte)
  const recognised = recogniseEncoding(await samplesOf(file, held.totalBytes))
  const encoding = given.encoding ?? recognised.encoding
  const separator =
    given.separator ?? recogniseSeparator((await firstBytes(await openAsText(org.id, file, { encoding, separator: ',' }), 0)).toString())
  const open = await openAsText(org.id, file, { encoding, separator })
  const read = await firstRows(open, { separator }, recognisedRows)
  const titleRows = given.titleRows ?? foundTitleRows(read, given.hasHeader, fields)
  const rows = belowTitle(read, titleRows)
  if (rows.length === 0) throw invalid([{ path: 'file', message: 'The file has no rows.' }])
  if (rows[0]?.fault)
    throw invalid([{ path: 'file', ...message('The first row cannot be read. {reason}', { reason: asValue(rows[0].fault) }) }])
  const hasHeader = given.hasHeader ?? recogniseHeader(rows.map(({ cells }) => cells))
  const head = hasHeader ? (rows[0]?.cells ?? []) : []
  const body = hasHeader ? rows.slice(1) : rows
  // A member who chose the first row as header sees that no rows are left, and can change it.
  if (body.length === 0 && given.hasHeader === undefined) throw invalid([{ path: 'file', message: noContactsInFile }])
  const width = widthOf(rows, hasHeader)
  if (width > importLimits.columns)
    throw invalid([
      {
        path: 'file',
        ...message('A file may have at most {max} columns, and this one has {count}.', { max: importLimits.columns, count: width }),
      },
    ])
  const names = Array.from({ length: width }, (_, index) => head[index]?.trim() || `Column ${index + 1}`)
  const cells = body.map((each) => each.cells)
  const columns: ImportTarget[] =
    given.columns?.length === width ? given.columns : recogniseColumns(hasHeader ? names : names.map(() => ''), cells, fields)
  const isDate = (target: ImportTarget) =>
    target === 'consentDate' || fields.some(({ key, type }) => type === 'date' && target === `custom:${key}`)
  const days = columns.flatMap((target, index) => (isDate(target) ? cells.flatMap((row) => row[index]?.trim() ?? []) : []))
  const recognisedOrder = recogniseDateOrder(days)
  const dateOrder = recognisedOrder && (given.dateOrder ?? recognisedOrder)
  const decimalSigns = await sampleNumbers(open, { separator, columns }, fields)
  const reader = makeRowReader(columns, { fields, readPhone, decimalSigns, ...(dateOrder && dateOrder !== 'open' ? { dateOrder } : {}) })
  return {
    separator,
    encoding,
    isEncodingSure: given.encoding !== undefined || recognised.isSure,
    hasHeader,
    titleRows,
    dateOrder,
    columns: names.map((name, index) => ({
      name: name.slice(0, shownLength),
      target: columns[index] ?? 'ignore',
      ...guessedOf(body, index, { name, target: columns[index] ?? 'ignore', fields, reader }),
      examples: cells.flatMap((row) => row[index]?.trim().slice(0, shownLength) || []).slice(0, 3),
      decimalSign: decimalSigns[index] ?? null,
    })),
    rows: present(body, reader),
  }
}

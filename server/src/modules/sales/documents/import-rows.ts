import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import { message, textOf, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { AppError, invalid } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { readDay, recogniseDateOrder } from '../../../platform/text/read-day.ts'
import type { DateOrder } from '../../../platform/text/read-day.ts'
import { isOtherCurrency } from '../../../platform/text/read-currency.ts'
import { decimalSignOf, readAmount, unitOf } from '../../../platform/text/read-number.ts'
import type { DecimalSign } from '../../../platform/text/read-number.ts'
import { plainNumber } from '../../../platform/text/plain-number.ts'
import { readTableSafely } from '../../../platform/text/read-table-safely.ts'
import { ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { csvAmount } from './csv-amount.ts'
import { allOrNothing } from '../../../platform/db/savepoint.ts'
import { tryOut } from '../automation/savepoint-store.ts'

const mostRows = 2_000
const mostFaults = 100
/** Lines above the headings. */
const mostTitles = 20

export interface NumberedRow {
  /** Of the file, from 1. */
  line: number
  cell: (heading: string) => string
  /** Whether the file has the column. */
  has: (heading: string) => boolean
  /** The number of a cell as its column is written; undefined for an empty one. @throws 422 at the path. */
  amount: (heading: string, path: string, unit: Unit) => number | undefined
  /** The day of a cell as YYYY-MM-DD, in the order of its column. @throws 422 at the path. */
  day: (heading: string, path: string) => string | undefined
  /** Says what is stored of a cell that the caller reads himself. */
  note: (heading: string, stored: string) => void
  /** How the cells were read that were asked for. */
  read: () => SalesImport['cells']
}

/** What a number of the column counts: money of a currency, percent, or pieces. */
type Unit = { currency: string } | 'percent' | 'pieces'

const plain = (heading: string): string => heading.trim().toLowerCase()

/** @throws 422 for what is no table, too many rows, and without the heading that every row needs. */
export async function readImport(orgId: string, bytes: Uint8Array, needed: string): Promise<NumberedRow[]> {
  const refuse = (message: string) => invalid([{ path: 'file', message }])
  const table = await readTableSafely({ orgId }, bytes, mostRows + mostTitles).catch((error: unknown) => {
    if (error instanceof ReaderFault && error.message === 'sheets')
      throw refuse('The same headings stand on several sheets of this Excel file. Put all rows on one sheet and choose the file again.')
    if (error instanceof ReaderFault) throw refuse('This is no CSV or Excel file with a line of headings')
    if (error instanceof ReaderLimitError) throw refuse('Reading this file takes too much time or memory. Split it into smaller files.')
    throw error
  })
  if (table === null) throw refuse('The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.')
  if (table.length === 0) return []
  // Lines of a title may stand above the headings.
  const at = table.slice(0, mostTitles).findIndex(({ cells }) => cells.some((cell) => plain(cell) === plain(needed)))
  if (at < 0) throw refuse('The first line needs the headings of the example file')
  const places = new Map((table[at]?.cells ?? []).map((heading, place) => [plain(heading), place]))
  const rows = table.slice(at + 1)
  if (rows.length > mostRows) throw refuse('At most 2,000 rows can be imported at once')
  const cellOf = (cells: readonly string[], heading: string) => cells[places.get(plain(heading)) ?? -1] ?? ''
  const valuesOf = (heading: string) => rows.flatMap(({ cells }) => cellOf(cells, heading) || [])
  const signs = remember((heading) => decimalSignOf(valuesOf(heading)))
  const orders = remember((heading) => recogniseDateOrder(valuesOf(heading)))
  return rows.map(({ line, cells }) => {
    const cell = (heading: string) => cellOf(cells, heading)
    const read = new Map<string, SalesImport['cells'][number]>()
    const keep = (column: string, stored: string, currency: string | null) =>
      read.set(column, { line, column, text: cell(column), stored, currency })
    return {
      line,
      cell,
      has: (heading) => places.has(plain(heading)),
      amount: (heading, path, unit) => {
        if (cell(heading) === '') return undefined
        const value = amountIn(cell(heading), signs(heading), path, unit)
        const isMoney = typeof unit !== 'string'
        keep(heading, isMoney ? csvAmount(hundredths(value, path)) : plainNumber(value), isMoney ? unit.currency : null)
        return value
      },
      day: (heading, path) => {
        if (cell(heading) === '') return undefined
        const day = dayIn(cell(heading), orders(heading), path)
        keep(heading, day, null)
        return day
      },
      note: (heading, stored) => keep(heading, stored, null),
      read: () => [...read.values()],
    }
  })
}

function remember<T>(find: (heading: string) => T): (heading: string) => T {
  const known = new Map<string, T>()
  return (heading) => {
    const value = known.has(heading) ? (known.get(heading) as T) : find(heading)
    known.set(heading, value)
    return value
  }
}

/** As a number with a sign of money or percent beside it must be meant. @throws 422 at the path. */
export function amountIn(text: string, sign: DecimalSign | null, path: string, unit: Unit): number {
  const { percent, money } = unitOf(text)
  if (typeof unit !== 'string' && isOtherCurrency(text, unit.currency))
    throw invalid([
      { path, ...worded(message('"{amount}" is not in {currency}, the currency of this row', { amount: text, currency: unit.currency })) },
    ])
  if (typeof unit === 'string' && money !== null)
    throw invalid([{ path, message: 'This is an amount of money, and a plain number is expected' }])
  if (unit !== 'percent' && percent) throw invalid([{ path, message: 'This is a percentage, and a plain number is expected' }])
  const read = readAmount(text, sign)
  if ('fault' in read) throw invalid([{ path, message: read.fault ?? 'This is not a number' }])
  return read.value
}

function dayIn(text: string, order: DateOrder | 'open' | null, path: string): string {
  const by = order === 'open' || order === null ? undefined : order
  const day = readDay(text, by)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
  if (isDay) return day
  throw invalid([{ path, ...worded(message('Write days as {example}', { example: '2026-12-24' })) }])
}

/** Units of money as hundredths. @throws 422 where digits would be lost. */
export function hundredths(units: number, path: string): number {
  const minor = Math.round(units * 100)
  if (Math.abs(minor / 100 - units) > 1e-9 * Math.max(1, Math.abs(units))) throw invalid([{ path, message: 'At most two decimals' }])
  return minor
}

interface ImportOf<Item> {
  context: Pick<OrgContext, 'tx' | 'audit'>
  /** Undo all of it, and only say what it would do. */
  check: boolean
  items: readonly Item[]
  save: (item: Item) => Promise<{ did: 'created' | 'updated' } & Pick<SalesImport['items'][number], 'name' | 'amount' | 'currency'>>
  rowsOf: (item: Item) => readonly NumberedRow[]
  /** Line and heading that an error is about. */
  place: (item: Item, path: string) => { line: number; column: string }
}

/** Saves one after the other; those with faults are left out and named. */
export async function importItems<Item>({ context, check, items, save, rowsOf, place }: ImportOf<Item>): Promise<SalesImport> {
  const { tx, audit } = context
  const done: SalesImport = { created: 0, updated: 0, faults: [], cells: [], items: [] }
  const work = async () => {
    for (const item of items) {
      try {
        const { did, ...stored } = await allOrNothing(tx, () => save(item))
        done[did] += 1
        done.items.push({ line: rowsOf(item)[0]?.line ?? 0, ...stored })
        done.cells.push(...rowsOf(item).flatMap(({ read }) => read()))
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        for (const { path, text } of faultsOf(error))
          if (done.faults.length < mostFaults) done.faults.push({ ...place(item, path), ...worded(text) })
      }
    }
  }
  await (check ? tryOut(tx, work) : work())
  audit({ targetName: 'CSV', after: { check, created: done.created, updated: done.updated, faults: done.faults.length } })
  return done
}

function faultsOf({ errors = [], text }: AppError): { path: string; text: Text }[] {
  return errors.length === 0 ? [{ path: '', text }] : errors.map((each: FieldError) => ({ path: each.path, text: textOf(each) }))
}

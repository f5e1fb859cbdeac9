import { parse } from 'csv-parse/sync'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import { textOf, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { AppError, invalid } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { readCsvCell } from '../../../platform/text/csv.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { allOrNothing, tryOut } from '../automation/savepoint-store.ts'

const mostRows = 2_000
const mostFaults = 100

type Row = Readonly<Record<string, string>>
export interface NumberedRow {
  /** Of the file; the headings are line 1. */
  line: number
  cell: (heading: string) => string
  /** Whether the file has the column. */
  has: (heading: string) => boolean
}

/** A cell as hundredths; NaN for one that is no number. */
export const hundredths = (text: string): number => (text === '' ? Number.NaN : Math.round(Number(text.replaceAll(',', '')) * 100))

/** @throws 422 for what is no CSV file, too many rows, and without the heading that every row needs. */
export function readImport(bytes: Uint8Array, needed: string): NumberedRow[] {
  let records: { record: Row; info: { lines: number } }[]
  try {
    records = parse(Buffer.from(bytes), {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      to: mostRows + 1,
    })
  } catch {
    throw invalid([{ path: 'file', message: 'This is no CSV file with a line of headings' }])
  }
  if (records.length > mostRows) throw invalid([{ path: 'file', message: 'At most 2,000 rows can be imported at once' }])
  if (records.length > 0 && !(needed in (records[0]?.record ?? {})))
    throw invalid([{ path: 'file', message: 'The first line needs the headings of the example file' }])
  return records.map(({ record, info }) => ({
    line: info.lines,
    cell: (heading) => readCsvCell(record[heading] ?? ''),
    has: (heading) => heading in record,
  }))
}

interface ImportOf<Item> {
  context: Pick<OrgContext, 'tx' | 'audit'>
  /** Undo all of it, and only say what it would do. */
  check: boolean
  items: readonly Item[]
  save: (item: Item) => Promise<'created' | 'updated'>
  /** Line and heading that an error is about. */
  place: (item: Item, path: string) => { line: number; column: string }
}

/** Saves one after the other; those with faults are left out and named. */
export async function importItems<Item>({ context, check, items, save, place }: ImportOf<Item>): Promise<SalesImport> {
  const { tx, audit } = context
  const done: SalesImport = { created: 0, updated: 0, faults: [] }
  const work = async () => {
    for (const item of items) {
      try {
        done[await allOrNothing(tx, () => save(item))] += 1
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

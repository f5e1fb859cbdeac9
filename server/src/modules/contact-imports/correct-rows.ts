import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { CorrectedRows, ImportErrorRows, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { asValue, message, textOf } from '@imperium/contract/kit/message.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { tableLine } from '../../platform/text/csv.ts'
import { listFields, phoneReaderOf } from '../contacts/index.ts'
import { columnNames, longestLine, reasonOf, splitter, storable } from './errors-file.ts'
import { addCorrections, insertErrors, listErrors, lockImport, presentImport, findImport, takeErrors } from './import-store.ts'
import type { LeasedImport, RowError } from './import-store.ts'
import { faultOfSettings, mayRequestConsent } from './manage-imports.ts'
import { makeRowReader } from './read-row.ts'
import type { RowReader } from './read-row.ts'
import type { GoodRow } from './write-batch.ts'
import { writeRows } from './write-rows.ts'

type Tx = OrgContext['tx']
const dayMs = 86_400_000

/** Reads rows as the import did: with the same columns, order of days and signs of numbers. */
async function readerOf(tx: Tx, { decimalSigns }: LeasedImport, { columns, dateOrder, consent }: ImportSettings): Promise<RowReader> {
  return makeRowReader(columns, {
    fields: await listFields(tx),
    readPhone: await phoneReaderOf(tx),
    dateOrder,
    consent,
    decimalSigns: decimalSigns ?? [],
  })
}

const toFaults = (columns: readonly string[], errors: readonly FieldError[]) =>
  errors.map(({ path, ...text }) => {
    const at = columns.indexOf(path)
    return { column: path === '' || at < 0 ? null : at, ...text }
  })

/** Rows that were left out and are still kept, behind `after`. @throws 404. */
export async function listErrorRows({ tx }: Pick<OrgContext, 'tx'>, id: string, after: number): Promise<ImportErrorRows> {
  const held = await findImport(tx, id)
  if (!held) throw notFound()
  const { settings, status } = held
  if (!settings || status === 'running' || status === 'undoing') return { columns: [], rows: [], hasMore: false }
  const [errors, reader, split] = [
    await listErrors(tx, id, after, importLimits.correctedRows + 1),
    await readerOf(tx, held, settings),
    await splitter(settings.separator),
  ]
  const names = await columnNames(held)
  return {
    columns: settings.columns.map((target, index) => ({ name: names[index] ?? '', target })),
    rows: errors.slice(0, importLimits.correctedRows).map(({ row, line, reason }) => {
      const cells = split(line).slice(0, importLimits.columns)
      const isWhole = line.length < longestLine
      const now = isWhole ? reader.read(cells).errors : [{ path: '', message: reason }]
      return { row, cells, faults: toFaults(settings.columns, now), isWhole }
    }),
    hasMore: errors.length > importLimits.correctedRows,
  }
}

interface Judged {
  good: GoodRow[]
  optOuts: GoodRow[]
  wrong: RowError[]
  rows: CorrectedRows['rows']
}

type Given = readonly { row: number; cells: readonly string[] }[]

/** Reads the corrected rows; `kept` are those that were still there. */
function judge(reader: RowReader, given: Given, kept: ReadonlySet<number>, separator: string): Judged {
  const judged: Judged = { good: [], optOuts: [], wrong: [], rows: [] }
  for (const { row, cells } of given) {
    if (!kept.has(row)) {
      judged.rows.push({ row, state: 'gone', faults: [] })
      continue
    }
    const { values, consent, errors, no } = reader.read(cells)
    if (errors.length === 0) judged.good.push({ row, values, consent })
    else {
      judged.wrong.push({ row, reason: reasonOf(errors), line: storable(tableLine(cells, separator)).slice(0, longestLine) })
      if (no) judged.optOuts.push({ row, values, consent: no })
    }
    judged.rows.push({ row, state: errors.length === 0 ? 'imported' : 'wrong', faults: toFaults(reader.columns, errors) })
  }
  return judged
}

/**
 * Imports corrected rows. A row leaves the errors in the transaction that writes its contact, so that none is imported twice. @throws 404; 403
 * as at the start; 409 while the import runs, after its undo or the days to undo, and when a field or purpose of it is gone.
 */
export async function correctRows(
  platform: Platform,
  { tx, caller, actor, audit }: OrgContext,
  id: string,
  given: Given,
): Promise<CorrectedRows> {
  const held = await lockImport(tx, id)
  if (!held) throw notFound()
  const { settings, status } = held
  if (!settings || !['completed', 'failed', 'cancelled'].includes(status))
    throw conflict(status === 'running' ? 'This import is still running.' : 'The rows of this import can no longer be corrected.')
  if (!held.finishedAt || Date.parse(held.finishedAt) + importLimits.undoDays * dayMs <= Date.now())
    throw conflict('The rows of this import can no longer be corrected.')
  if (mayRequestConsent(settings)) requireProvedAddress(caller)
  const fault = await faultOfSettings(tx, settings)
  if (fault) throw conflict(message('This import cannot continue. {reason}', { reason: asValue(textOf(fault)) }))
  const kept = new Set(
    await takeErrors(
      tx,
      id,
      given.map(({ row }) => row),
    ),
  )
  const { good, optOuts, wrong, rows } = judge(await readerOf(tx, held, settings), given, kept, settings.separator)
  const outcome = await writeRows(platform, tx, held, { settings, good, optOuts, actorName: actor.name })
  await insertErrors(tx, id, wrong)
  await addCorrections(tx, id, { ...outcome, failed: -good.length })
  audit({ targetName: held.fileName, after: { corrected: good.length, stillWrong: wrong.length } })
  const now = await findImport(tx, id)
  if (!now) throw notFound()
  return { import: presentImport(now), rows }
}

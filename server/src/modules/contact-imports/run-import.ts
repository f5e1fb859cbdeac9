import { setImmediate as breathe } from 'node:timers/promises'
import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { contactImportEvents } from '@imperium/contract/events/contact-imports.ts'
import { asValue, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { toAppError } from '../../platform/operations/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { listFields, phoneReaderOf } from '../contacts/index.ts'
import { longestLine, reasonOf, storable } from './errors-file.ts'
import { insertErrors, noteTrouble, setStatus, claimImport, writeProgress } from './import-store.ts'
import type { LeasedImport, RowError } from './import-store.ts'
import { makeFileText } from './file-as-text.ts'
import { faultOfWidth, noContactsInFile, titleRowsOf } from './preview-import.ts'
import { readRecords } from './read-records.ts'
import type { CsvRecord } from './read-records.ts'
import { makeRowReader } from './read-row.ts'
import type { RowReader } from './read-row.ts'
import { recogniseEncoding, samplesOf } from './recognise-layout.ts'
import type { Open } from './recognise-layout.ts'
import { sampleNumbers } from './sample-numbers.ts'
import type { DecimalSign } from '../../platform/text/read-number.ts'
import type { GoodRow } from './write-batch.ts'
import { writeRows } from './write-rows.ts'

export const importJobName = 'contacts.import'
export interface ImportJobData {
  orgId: string
  importId: string
}

/** One job works so long and queues itself again: others get their turn, and a process that stops waits for a batch and not for a file. */
const jobLimitMs = 60_000
const batchRows = 2_000
/** After takes that got nowhere: what is slow gets smaller steps, what cannot be done ends. */
const smallBatchRows = 200
const mostStalled = 20

interface Batch {
  good: GoodRow[]
  errors: RowError[]
  /** Of those with errors: whose person says no. */
  optOuts: GoodRow[]
  /** The line that names the columns, with the batch that has it. */
  head?: string
  decimalSigns: readonly (DecimalSign | null)[]
  /** Of rows so far, blank ones and the head included. */
  rowsRead: number
  doneBytes: number
}

/** Another process has the import, or it was stopped: the pending writes of this one are void. */
class Superseded extends Error {}

const blank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

type RowKind = 'title' | 'head' | 'contact'

/** By its place behind the title. */
const rowKind = (at: number, hasHeader: boolean): RowKind => (at < 0 ? 'title' : at === 0 && hasHeader ? 'head' : 'contact')

function readInto(batch: Batch, record: CsvRecord, reader: RowReader, kind: RowKind): void {
  batch.rowsRead += 1
  batch.doneBytes = record.end
  const row = batch.rowsRead
  if (kind === 'head') batch.head = storable(record.line())
  if (kind !== 'contact' || (!record.fault && blank(record.cells))) return
  const { values, consent, errors, no } = record.fault
    ? { values: null, consent: null, errors: [{ path: '', message: record.fault }], no: null }
    : reader.read(record.cells)
  if (values && errors.length === 0) batch.good.push({ row, values, consent })
  else {
    batch.errors.push({ row, reason: reasonOf(errors), line: storable(record.line()).slice(0, longestLine) })
    if (values && no) batch.optOuts.push({ row, values, consent: no })
  }
}

async function commitBatch(platform: Platform, orgId: string, held: LeasedImport, settings: ImportSettings, batch: Batch): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    const outcome = await writeRows(platform, tx, held, { settings, good: batch.good, optOuts: batch.optOuts, actorName: held.createdBy })
    await insertErrors(tx, held.id, batch.errors)
    const isOurs = await writeProgress(tx, held.id, held.epoch, { ...batch, ...outcome, failed: batch.errors.length })
    if (!isOurs) throw new Superseded()
  })
}

/** How an import ends; `canResume`: something else than the file or its settings kept it from going on. */
type End = { status: 'completed' } | { status: 'failed'; text: Text; canResume: boolean }

/** Until when an import that ends now can go on. */
export const resumableUntil = (clock: Platform['clock']): Date => new Date(clock.now().getTime() + importLimits.resumeDays * 86_400_000)

async function finish(platform: Platform, tx: OrgTx, held: LeasedImport, end: End): Promise<void> {
  const { status } = end
  await setStatus(tx, held.id, status, { text: end.status === 'failed' ? end.text : '', isEnd: true })
  if (held.fileId && status === 'failed' && end.canResume) await platform.files.keepUntil(tx, held.fileId, resumableUntil(platform.clock))
  // Its rows are contacts now, or errors that say what was in them: nothing of these people stays behind where erasing would not find it.
  else if (held.fileId) await platform.files.remove(tx, held.fileId)
  const { createdCount, updatedCount, failedCount } = held
  await platform.events.emit(tx, contactImportEvents.imported, {
    importId: held.id,
    fileName: held.fileName,
    status,
    created: createdCount,
    updated: updatedCount,
    failed: failedCount,
  })
}

/** The whole file was read, and no row of it was about anybody. */
const hasNoContacts = ({ createdCount, updatedCount, skippedCount, failedCount }: LeasedImport): boolean =>
  createdCount + updatedCount + skippedCount + failedCount === 0
const withoutContacts: End = { status: 'failed', text: noContactsInFile, canResume: false }

const endImport = async (platform: Platform, orgId: string, held: LeasedImport, end: End) =>
  platform.db.withOrg(orgId, async (tx) => {
    const now = await claimImport(tx, held.id, 'running')
    // One more than ours: no other process claimed it since.
    if (now?.epoch === held.epoch + 1)
      await finish(platform, tx, now, end.status === 'completed' && hasNoContacts(now) ? withoutContacts : end)
    else throw new Superseded()
  })

const gone = () => new AppError('NOT_FOUND', 404, 'The file no longer exists.')

/** The import with a file in UTF-8. @throws 422 for what is no table. */
async function withTextFile(platform: Platform, orgId: string, held: LeasedImport, settings: ImportSettings): Promise<LeasedImport> {
  const { fileId } = held
  if (!fileId) throw gone()
  if (held.isText) return held
  const open: Open = (fromByte) => platform.files.read(orgId, fileId, fromByte)
  // Without a preview, a file that is no table is reported once, not for each row.
  if (held.doneBytes === 0) recogniseEncoding(await samplesOf(open, held.totalBytes))
  const made = await makeFileText(platform, orgId, held, settings)
  if (made === 'superseded') throw new Superseded()
  return made === 'is text' ? held : made
}

type Ending = 'more' | 'end' | 'too-long'

async function workOn(
  platform: Platform,
  orgId: string,
  claimed: LeasedImport,
  settings: ImportSettings,
  signal: AbortSignal,
): Promise<Ending> {
  const held = await withTextFile(platform, orgId, claimed, settings)
  const { fileId } = held
  if (!fileId) throw gone()
  const open: Open = (fromByte) => platform.files.read(orgId, fileId, fromByte)
  const { fields, readPhone } = await platform.db.withOrg(orgId, async (tx) => ({
    fields: await listFields(tx),
    readPhone: await phoneReaderOf(tx),
  }))
  const titleRows = await titleRowsOf(open, settings, fields)
  const fault = held.doneBytes === 0 ? await faultOfWidth(orgId, open, { ...settings, encoding: 'utf-8' }, fields) : null
  if (fault) throw invalid([fault])
  const decimalSigns = await sampleNumbers(open, settings, fields)
  const { dateOrder, consent } = settings
  const reader = makeRowReader(settings.columns, { fields, readPhone, dateOrder, decimalSigns, consent })
  const until = performance.now() + jobLimitMs
  const size = held.stalled > 2 ? smallBatchRows : batchRows
  const most = importLimits.rows + titleRows + (settings.hasHeader ? 1 : 0)
  const fresh = (from: Pick<Batch, 'rowsRead' | 'doneBytes'>): Batch => ({
    rowsRead: from.rowsRead,
    doneBytes: from.doneBytes,
    decimalSigns,
    good: [],
    errors: [],
    optOuts: [],
  })
  let batch = fresh(held)
  // The database writes one batch while the next one is read.
  let writing: Promise<void> = Promise.resolve()
  const write = async (full: Batch) => {
    await writing
    writing = commitBatch(platform, orgId, held, settings, full)
    // The next await reports the error; until then it must not count as unhandled.
    writing.catch(() => undefined)
  }
  for await (const record of readRecords(open, held.doneBytes, settings)) {
    if (batch.rowsRead >= most && !blank(record.cells)) {
      await write(batch)
      await writing
      return 'too-long'
    }
    readInto(batch, record, reader, rowKind(batch.rowsRead - titleRows, settings.hasHeader))
    if (batch.good.length + batch.errors.length < size) continue
    await write(batch)
    if (signal.aborted || performance.now() > until) {
      await writing
      return 'more'
    }
    batch = fresh(batch)
    // Requests of others get their turn.
    await breathe()
  }
  await write(batch)
  await writing
  return 'end'
}

const mostRows = importLimits.rows.toLocaleString('en-US')

/** Why an import ended before its file did. */
const endSentences = {
  tooLong: message('The file has more than {max} rows. The first {max} were read; split the file and import the rest.', { max: mostRows }),
  stuck: (row: number, trouble: Text) => message('The import failed at row {row}. {reason}', { row, reason: asValue(trouble) }),
}

/** What keeps it from going on. */
const troubleSentences = {
  away: 'The database was unavailable or too slow.',
  fault: 'Something went wrong on our side. See the server log for details.',
  stopped: 'The server was stopped during every attempt.',
}

/** One that was tried so often has told why; where it could not, its process died. */
const stuck = ({ rowsRead, message: trouble }: LeasedImport): End => ({
  status: 'failed',
  text: endSentences.stuck(rowsRead + 1, trouble || troubleSentences.stopped),
  canResume: true,
})

/** Notes in words for people what went wrong on our side. Where that fails too, the log has it, and the next try comes all the same. */
async function noteFault({ db, log }: Platform, orgId: string, held: LeasedImport, fault: AppError): Promise<void> {
  const trouble = fault.code === 'UNAVAILABLE' ? troubleSentences.away : troubleSentences.fault
  try {
    await db.withOrg(orgId, (tx) => noteTrouble(tx, held, trouble))
  } catch (error) {
    log.warn({ err: error, importId: held.id }, 'the trouble of an import could not be noted')
  }
}

/** Reads the file from where the last batch was committed. Killed at any moment, the next one goes on from there: no row is lost and none is written twice. */
export const importJob = (platform: Platform): JobDefinition<ImportJobData> => ({
  name: importJobName,
  lane: 'bulk',
  run: async ({ orgId, importId }, { signal }) => {
    const held = await platform.db.withOrg(orgId, (tx) => claimImport(tx, importId, 'running'))
    if (!held?.settings) return
    try {
      if (held.stalled > mostStalled) {
        await endImport(platform, orgId, held, stuck(held))
        return
      }
      const ending = await workOn(platform, orgId, held, held.settings, signal)
      if (ending === 'more')
        await platform.db.withOrg(orgId, (tx) => platform.jobs.send<ImportJobData>(tx, importJobName, { orgId, importId }))
      else if (ending === 'too-long')
        await endImport(platform, orgId, held, { status: 'failed', text: endSentences.tooLong, canResume: false })
      else await endImport(platform, orgId, held, { status: 'completed' })
    } catch (error) {
      if (error instanceof Superseded) return
      const fault = toAppError(error)
      if (fault.status >= 500) {
        await noteFault(platform, orgId, held, fault)
        throw error
      }
      // It has words for people: nothing that trying again would change.
      await endImport(platform, orgId, held, { status: 'failed', text: fault.text, canResume: fault.code !== 'VALIDATION_FAILED' })
    }
  },
})

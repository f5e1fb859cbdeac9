import { sql } from 'kysely'
import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport, ImportSettings, ImportStatus } from '@imperium/contract/contacts/contact-imports.ts'
import { englishOf, readKey, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { isWorkerDead, nameWorker } from '../../platform/jobs/worker-name.ts'
import type { DecimalSign } from '../../platform/text/read-number.ts'
import { isInUse } from '../organizations/index.ts'

/** Of this process: all its imports are left when it dies. */
const workerName = nameWorker()

const selectImports = (tx: OrgTx) =>
  tx
    .selectFrom('contact_imports as i')
    .leftJoin('files as f', (join) => join.onRef('f.org_id', '=', 'i.org_id').onRef('f.id', '=', 'i.file_id'))
    .selectAll('i')
    .select(['f.size_bytes as received_bytes', 'f.expires_at as file_until'])

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

/** An import as its job sees it. */
export interface LeasedImport extends ContactImport {
  fileId: string | null
  /** The line that names the columns; null where the file has none. */
  head: string | null
  /** How the numbers of each column are written; null before the import ran. */
  decimalSigns: (DecimalSign | null)[] | null
  /** Its file is a table in UTF-8 by now, whatever it was when it was brought. */
  isText: boolean
  epoch: number
  stalled: number
}

const undoable: readonly ImportStatus[] = ['completed', 'failed', 'cancelled']

function undoableUntil(row: Row): Date | null {
  if (!undoable.includes(row.status as ImportStatus) || !row.finished_at || row.created_count + row.updated_count === 0) return null
  const until = new Date(row.finished_at.getTime() + importLimits.undoDays * 86_400_000)
  return until > new Date() ? until : null
}

/** Only one that was started has settings to go on with. */
function resumableUntil(row: Row): Date | null {
  const hasEnded = row.status === 'failed' || row.status === 'cancelled'
  return hasEnded && row.settings !== null && row.file_until && row.file_until > new Date() ? row.file_until : null
}

const toImport = (row: Row): LeasedImport => ({
  id: row.id,
  fileName: row.file_name,
  // The table's check holds it to the contract's words; settings were parsed before they were written.
  status: row.status as ImportStatus,
  settings: row.settings as ImportSettings | null,
  totalBytes: row.total_bytes,
  doneBytes: row.status === 'uploading' ? (row.received_bytes ?? 0) : row.done_bytes,
  rowsRead: row.rows_read,
  createdCount: row.created_count,
  updatedCount: row.updated_count,
  skippedCount: row.skipped_count,
  failedCount: row.failed_count,
  askWaitingCount: row.ask_waiting_count,
  askedCount: row.asked_count,
  unaskedCount: row.unasked_count,
  undoneCount: row.undone_count,
  message: row.message,
  messageKey: readKey(row.message, row.message_key),
  undoableUntil: undoableUntil(row)?.toISOString() ?? null,
  resumableUntil: resumableUntil(row)?.toISOString() ?? null,
  createdBy: row.created_by,
  createdByUser: row.created_by_user,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  fileId: row.file_id,
  head: row.head,
  decimalSigns: row.decimal_signs as LeasedImport['decimalSigns'],
  isText: row.is_text,
  epoch: row.epoch,
  stalled: row.stalled,
})

export const presentImport = ({
  fileId: _file,
  head: _head,
  decimalSigns: _signs,
  isText: _isText,
  epoch: _epoch,
  stalled: _stalled,
  ...shown
}: LeasedImport): ContactImport => shown

export async function listImports(
  tx: OrgTx,
  { limit, after }: { limit: number; after: [string, string] | null },
): Promise<{ rows: ContactImport[]; last: [string, string] | null }> {
  const rows = await selectImports(tx)
    .select(sql<string>`i.created_at::text`.as('sort_key'))
    .$if(after !== null, (query) => query.where(sql<boolean>`(i.created_at, i.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit).map((row) => presentImport(toImport(row))), last: last ? [last.sort_key, last.id] : null }
}

export async function findImport(tx: OrgTx, id: string): Promise<LeasedImport | null> {
  const row = await selectImports(tx).where('i.id', '=', id).executeTakeFirst()
  return row ? toImport(row) : null
}

/** Held until the transaction ends. */
export async function lockImport(tx: OrgTx, id: string): Promise<LeasedImport | null> {
  const row = await selectImports(tx).where('i.id', '=', id).forUpdate('i').executeTakeFirst()
  return row ? toImport(row) : null
}

/** Files of imports that write a field just now, or put it back. */
export async function importsWithField(tx: OrgTx, key: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('contact_imports')
    .select('file_name')
    .where('status', 'in', ['running', 'undoing'])
    .where(sql<boolean>`settings -> 'columns' ? ${`custom:${key}`}`)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.file_name)
}

/** Files of imports that write just now that people agreed to a purpose. */
export async function importsWithPurpose(tx: OrgTx, key: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('contact_imports')
    .select('file_name')
    .where('status', '=', 'running')
    .where(sql<boolean>`coalesce(settings #>> '{consent,purpose}', settings #>> '{consent,rows,purpose}') = ${key}`)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.file_name)
}

export async function insertImport(
  tx: OrgTx,
  row: { id: string; fileId: string; fileName: string; totalBytes: number; createdBy: string; createdByUser: string | null },
): Promise<void> {
  await tx
    .insertInto('contact_imports')
    .values({
      org_id: tx.orgId,
      id: row.id,
      file_id: row.fileId,
      file_name: row.fileName,
      status: 'uploading',
      total_bytes: row.totalBytes,
      created_by: row.createdBy,
      created_by_user: row.createdByUser,
    })
    .execute()
}

export async function setStatus(
  tx: OrgTx,
  id: string,
  status: ImportStatus,
  more: { text?: Text; settings?: ImportSettings; isStart?: boolean; isResume?: boolean; isEnd?: boolean } = {},
): Promise<void> {
  await tx
    .updateTable('contact_imports')
    .set({
      status,
      updated_at: sql`clock_timestamp()`,
      ...(more.text === undefined ? {} : { message: englishOf(more.text), message_key: storedKey(more.text) }),
      ...(more.settings ? { settings: JSON.stringify(more.settings) } : {}),
      ...(more.isStart ? { started_at: sql`clock_timestamp()` } : {}),
      ...(more.isResume ? { finished_at: null, worker: null } : {}),
      ...(more.isEnd ? { finished_at: sql`clock_timestamp()` } : {}),
      // Whatever a job is doing just now is void.
      epoch: sql`epoch + 1`,
      stalled: 0,
    })
    .where('id', '=', id)
    .execute()
}

/** Something came in: an upload that goes on is none that broke off. */
export async function touch(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('contact_imports')
    .set({ updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Claims an import; writes of the process that had it are void from here on. Null if there is no work. */
export async function claimImport(tx: OrgTx, id: string, status: 'running' | 'undoing'): Promise<LeasedImport | null> {
  const taken = await tx
    .updateTable('contact_imports')
    .set({ epoch: sql`epoch + 1`, stalled: sql`stalled + 1`, worker: workerName, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', status)
    .returning('id')
    .executeTakeFirst()
  return taken ? findImport(tx, id) : null
}

/** What rows became, to be added to an import. */
interface Counts {
  created: number
  updated: number
  skipped: number
  failed: number
  /** People who are to be asked by letter, and who are not. */
  waiting: number
  unasked: number
}

const withCounts = ({ created, updated, skipped, failed, waiting, unasked }: Counts) => ({
  created_count: sql<number>`created_count + ${created}`,
  updated_count: sql<number>`updated_count + ${updated}`,
  skipped_count: sql<number>`skipped_count + ${skipped}`,
  failed_count: sql<number>`failed_count + ${failed}`,
  ask_waiting_count: sql<number>`ask_waiting_count + ${waiting}`,
  unasked_count: sql<number>`unasked_count + ${unasked}`,
  updated_at: sql<Date>`clock_timestamp()`,
})

export interface Progress extends Counts {
  doneBytes: number
  rowsRead: number
  head?: string
  decimalSigns: readonly (DecimalSign | null)[]
}

/** Commits a batch's figures with its rows. @returns false if another process has the import, or it was stopped: the batch is void. */
export async function writeProgress(tx: OrgTx, id: string, epoch: number, progress: Progress): Promise<boolean> {
  const row = await tx
    .updateTable('contact_imports')
    .set({
      done_bytes: progress.doneBytes,
      rows_read: progress.rowsRead,
      decimal_signs: JSON.stringify(progress.decimalSigns),
      ...withCounts(progress),
      ...(progress.head === undefined ? {} : { head: progress.head }),
      message: '',

      stalled: 0,
    })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts rows that were corrected after the end of their import. */
export async function addCorrections(tx: OrgTx, id: string, counts: Counts): Promise<void> {
  await tx.updateTable('contact_imports').set(withCounts(counts)).where('id', '=', id).execute()
}

/** Records what blocks an import: shown while it runs, and its result if it stays so. */
export async function noteTrouble(tx: OrgTx, { id, epoch }: Pick<LeasedImport, 'id' | 'epoch'>, message: string): Promise<void> {
  await tx
    .updateTable('contact_imports')
    .set({ message })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
    .execute()
}

export async function writeUndone(tx: OrgTx, id: string, epoch: number, count: number): Promise<boolean> {
  const row = await tx
    .updateTable('contact_imports')
    .set({ undone_count: sql`undone_count + ${count}`, stalled: 0, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'undoing')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface RowError {
  row: number
  reason: string
  line: string
}

export async function insertErrors(tx: OrgTx, importId: string, errors: readonly RowError[]): Promise<void> {
  if (errors.length === 0) return
  await sql`
    insert into contact_import_errors (org_id, import_id, row_number, reason, line)
    select ${tx.orgId}, ${importId}, x.row_number, x.reason, x.line
    from unnest(${errors.map((error) => error.row)}::int[], ${errors.map((error) => error.reason)}::text[],
      ${errors.map((error) => error.line)}::text[]) as x(row_number, reason, line)`.execute(tx)
}

export async function listErrors(tx: OrgTx, importId: string, after: number, limit: number): Promise<RowError[]> {
  return tx
    .selectFrom('contact_import_errors')
    .select(['row_number as row', 'reason', 'line'])
    .where('import_id', '=', importId)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute()
}

/** Takes rows out of the errors, so that only one correction of each is imported. @returns those that were there. */
export async function takeErrors(tx: OrgTx, importId: string, rows: readonly number[]): Promise<number[]> {
  const taken = await tx
    .deleteFrom('contact_import_errors')
    .where('import_id', '=', importId)
    .where('row_number', 'in', [...rows])
    .returning('row_number as row')
    .execute()
  return taken.map(({ row }) => row)
}

export async function deleteErrors(tx: OrgTx, importId: string): Promise<void> {
  await tx.deleteFrom('contact_import_errors').where('import_id', '=', importId).execute()
}

interface LeftImport {
  orgId: string
  id: string
  status: string
  worker: string | null
}

/** Running imports whose process died, or that were not touched for so long: a process elsewhere died, or their job is still queued. */
export async function findStalled(tx: SystemTx, olderThanMs: number): Promise<LeftImport[]> {
  const since = new Date(Date.now() - olderThanMs)
  const rows = await tx
    .selectFrom('contact_imports')
    .select(['org_id as orgId', 'id', 'status', 'worker', 'updated_at as updatedAt'])
    .where('status', 'in', ['running', 'undoing'])
    .where(isInUse(sql.ref('contact_imports.org_id')))
    .where((eb) => eb.or([eb('updated_at', '<', since), eb('worker', 'is not', null)]))
    // Those that go on well are found, too: they must not be all that is looked at.
    .orderBy('updated_at')
    .limit(500)
    .execute()
  return rows.filter(({ worker, updatedAt }) => updatedAt < since || (worker !== null && isWorkerDead(worker)))
}

/** True for one caller only, so that one job is queued: who comes second finds another worker's name, or none. */
export async function claimStalled(tx: OrgTx, { id, worker }: LeftImport, olderThanMs: number): Promise<boolean> {
  const row = await tx
    .updateTable('contact_imports')
    .set({ worker: null, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', ['running', 'undoing'])
    .where((eb) => eb.or([eb('updated_at', '<', new Date(Date.now() - olderThanMs)), ...(worker ? [eb('worker', '=', worker)] : [])]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What is kept for a while only: uploads that broke off (a day), errors and old values of what can no longer be undone. */
export async function deleteOldImports(tx: SystemTx, undoDays: number): Promise<void> {
  const since = new Date(Date.now() - undoDays * 86_400_000)
  await tx
    .deleteFrom('contact_imports')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'uploading'), eb('updated_at', '<', new Date(Date.now() - 86_400_000))]),
        eb.and([eb('status', '=', 'uploaded'), eb('updated_at', '<', since)]),
      ]),
    )
    .execute()
  // In portions: a large import left very many.
  for (const table of ['contact_import_errors', 'contact_import_changes'])
    await sql`
      delete from ${sql.table(table)} where ctid in (
        select kept.ctid from ${sql.table(table)} kept join contact_imports i on i.org_id = kept.org_id and i.id = kept.import_id
        where i.finished_at < ${since} limit 50000
      )`.execute(tx)
}

/** Whether an import of the member besides this one (demo data) brought contacts and stands. */
export async function hasImported(tx: OrgTx, userId: string, except: string | null): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select exists (select from app.contact_imports where created_by_user = ${userId} and status = 'completed'
      and created_count + updated_count > 0 and id is distinct from ${except}::uuid) as done`.execute(tx)
  return rows[0]?.done ?? false
}

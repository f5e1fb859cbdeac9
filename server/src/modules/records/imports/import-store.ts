import { sql } from 'kysely'
import { recordImportLimits } from '@imperium/contract/entities/record-imports.ts'
import type { RecordImport, RecordImportSettings } from '@imperium/contract/entities/record-imports.ts'
import { englishOf, readKey, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

/** As it is kept: columns and the match name fields by their ids. */
export type StoredSettings = RecordImportSettings

const selectImports = (tx: OrgTx) =>
  tx
    .selectFrom('record_imports as i')
    .innerJoin('entity_definitions as e', (join) => join.onRef('e.org_id', '=', 'i.org_id').onRef('e.id', '=', 'i.entity_id'))
    .selectAll('i')
    .select('e.name as entity')

export type ImportRow = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]
export type RowFault = RecordImport['errors'][number]

export const toImport = (row: ImportRow): RecordImport => ({
  id: row.id,
  entity: row.entity,
  fileName: row.file_name,
  status: row.status as RecordImport['status'],
  totalBytes: row.total_bytes,
  doneBytes: row.done_bytes,
  rowsRead: row.rows_read,
  createdCount: row.created_count,
  updatedCount: row.updated_count,
  failedCount: row.failed_count,
  errors: row.errors as RowFault[],
  message: row.message,
  ...readKey(row.message, row.message_key),
  createdByName: row.created_by_name,
  createdAt: row.created_at.toISOString(),
})

export const findImport = (tx: OrgTx, id: string): Promise<ImportRow | undefined> =>
  selectImports(tx).where('i.id', '=', id).executeTakeFirst()

export const lockImport = (tx: OrgTx, id: string): Promise<ImportRow | undefined> =>
  selectImports(tx).where('i.id', '=', id).forUpdate('i').executeTakeFirst()

export const listImports = (tx: OrgTx, entityId: string): Promise<ImportRow[]> =>
  selectImports(tx)
    .where('i.entity_id', '=', entityId)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .limit(recordImportLimits.shownImports)
    .execute()

interface NewImport {
  id: string
  entityId: string
  fileId: string
  fileName: string
  totalBytes: number
  byName: string
}

export const insertImport = (tx: OrgTx, { id, entityId, fileId, fileName, totalBytes, byName }: NewImport) =>
  tx
    .insertInto('record_imports')
    .values({
      org_id: tx.orgId,
      id,
      entity_id: entityId,
      file_id: fileId,
      file_name: fileName,
      total_bytes: totalBytes,
      created_by_name: byName,
    })
    .execute()

export const setUploaded = (tx: OrgTx, id: string) =>
  tx
    .updateTable('record_imports')
    .set({ status: 'uploaded', updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const setRunning = (tx: OrgTx, id: string, settings: StoredSettings) =>
  tx
    .updateTable('record_imports')
    .set({ status: 'running', settings: JSON.stringify(settings), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Its file is read no more. @returns false where it had ended already. */
export async function setEnded(tx: OrgTx, id: string, status: 'completed' | 'failed' | 'cancelled', text: Text | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('record_imports')
    .set({ status, file_id: null, message: text ? englishOf(text) : '', message_key: storedKey(text), updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['uploading', 'uploaded', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Step {
  doneBytes: number
  rowsRead: number
  created: number
  updated: number
  faults: readonly RowFault[]
}

/** Commits a batch with its rows. @returns false where another process took the step, or the import was stopped: the batch is void. */
export async function takeStep(tx: OrgTx, id: string, fromByte: number, step: Step): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app.record_imports set done_bytes = ${step.doneBytes}, rows_read = ${step.rowsRead}, created_count = created_count + ${step.created},
      updated_count = updated_count + ${step.updated}, failed_count = failed_count + ${step.faults.length}, updated_at = now(),
      errors = jsonb_path_query_array(errors || ${JSON.stringify(step.faults.slice(0, recordImportLimits.shownErrors))}::jsonb,
        ${sql.lit(`$[0 to ${recordImportLimits.shownErrors - 1}]`)})
    where id = ${id} and status = 'running' and done_bytes = ${fromByte}`.execute(tx)
  return numAffectedRows === 1n
}

/** Imports that no process has worked on for a while. */
export const findStalled = (tx: SystemTx, olderThanMs: number): Promise<{ org_id: string; id: string }[]> =>
  tx
    .selectFrom('record_imports')
    .select(['org_id', 'id'])
    .where('status', '=', 'running')
    .where('updated_at', '<', sql<Date>`now() - ${olderThanMs} * interval '1 millisecond'`)
    .execute()

export const touchImport = (tx: OrgTx, id: string) =>
  tx
    .updateTable('record_imports')
    .set({ updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteOldImports = (tx: SystemTx, days: number) =>
  sql`delete from app.record_imports where status <> 'running' and created_at < now() - ${days} * interval '1 day'`.execute(tx)

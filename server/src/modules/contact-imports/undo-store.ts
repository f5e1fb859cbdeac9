import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { FieldChanges } from './batch-store.ts'

/** Deletes the members of an import that was undone. */
export async function deleteMembers(tx: OrgTx, importId: string): Promise<void> {
  await tx.deleteFrom('contact_import_members').where('import_id', '=', importId).execute()
}

/** Takes the next changes of an import out of what is remembered. */
export async function takeChanges(tx: OrgTx, importId: string, limit: number): Promise<{ id: string; changes: FieldChanges }[]> {
  const { rows } = await sql<{ id: string; before: unknown }>`
    delete from contact_import_changes where (org_id, import_id, contact_id) in (
      select org_id, import_id, contact_id from contact_import_changes where import_id = ${importId} order by contact_id limit ${limit}
    ) returning contact_id as id, before`.execute(tx)
  return rows.map(({ id, before }) => ({ id, changes: before as FieldChanges }))
}

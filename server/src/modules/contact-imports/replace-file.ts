import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { findImport } from './import-store.ts'
import type { LeasedImport } from './import-store.ts'

/** Another file in the place of the one that was brought, of the same rows in UTF-8. @returns null where the import is another process's. */
export async function replaceFile(
  tx: OrgTx,
  { id, epoch }: Pick<LeasedImport, 'id' | 'epoch'>,
  file: { id: string; sizeBytes: number; readBytes: number },
): Promise<LeasedImport | null> {
  const row = await tx
    .updateTable('contact_imports')
    .set({ file_id: file.id, total_bytes: file.sizeBytes, done_bytes: file.readBytes, is_text: true, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row ? findImport(tx, id) : null
}

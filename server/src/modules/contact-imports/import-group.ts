import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { ImportGroup } from '../contacts/index.ts'

// The contacts in the file of an import: created by it, or known before.

/** Asked of one contact `c` after the other. */
const wasImported = (importId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(c.import_id = ${importId}::uuid or exists (
    select 1 from app.contact_import_members m where m.import_id = ${importId}::uuid and m.contact_id = c.id))`

/** Asked of all contacts at once. */
const amongImported = (importId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`c.id in (
    select made.id from app.contacts made where made.import_id = ${importId}::uuid
    union all select m.contact_id from app.contact_import_members m where m.import_id = ${importId}::uuid)`

/** Ids in ascending order, those after `after`. */
async function pageOfImport(tx: OrgTx, importId: string, after: string | null, limit: number): Promise<string[]> {
  const behind = (id: RawBuilder<unknown>) => (after === null ? sql`` : sql` and ${id} > ${after}::uuid`)
  const { rows } = await sql<{ id: string }>`
    (select c.id from app.contacts c where c.import_id = ${importId}::uuid${behind(sql`c.id`)} order by c.id limit ${limit})
    union
    (select m.contact_id from app.contact_import_members m where m.import_id = ${importId}::uuid${behind(sql`m.contact_id`)}
      order by m.contact_id limit ${limit})
    order by 1 limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export const importGroup: ImportGroup = { includesOne: wasImported, includesMany: amongImported, page: pageOfImport }

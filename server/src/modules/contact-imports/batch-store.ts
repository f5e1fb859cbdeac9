import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/**
 * Remembers the known contacts of the file, whatever the outcome of their rows: by id, or by address. Locks them, so that they are not
 * erased meanwhile.
 */
export async function insertMembers(
  tx: OrgTx,
  importId: string,
  { emails, ids }: { emails: readonly string[]; ids: readonly string[] },
): Promise<void> {
  // A statement each: of one with "or" the planner may read the whole table.
  for (const [given, isKnown] of [
    [emails, sql<SqlBool>`email = any(${[...emails]}::text[])`],
    [ids, sql<SqlBool>`id = any(${[...ids]}::uuid[])`],
  ] as const) {
    if (given.length === 0) continue
    await sql`
      insert into contact_import_members (org_id, import_id, contact_id)
      select org_id, ${importId}, id from (
        select org_id, id from contacts where ${isKnown} and import_id is distinct from ${importId} order by id for key share
      ) known
      on conflict do nothing`.execute(tx)
  }
}

/** What an import changed: by field what stood there before and what the import wrote. */
export type FieldChanges = Record<string, [before: unknown, after: unknown]>

/** Remembers what rows looked like before this import; where it changed them before, the first state stays the one to go back to. */
export async function rememberChanges(tx: OrgTx, importId: string, changes: ReadonlyMap<string, FieldChanges>): Promise<void> {
  if (changes.size === 0) return
  const ids = [...changes.keys()]
  const earlier = await tx
    .deleteFrom('contact_import_changes')
    .where('import_id', '=', importId)
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val(ids))))
    .returning(['contact_id', 'before'])
    .execute()
  const merged = new Map(changes)
  for (const { contact_id: id, before } of earlier) {
    const first = before as FieldChanges
    const later = changes.get(id) ?? {}
    const both = Object.fromEntries(
      Object.entries({ ...first, ...later }).map(([field, change]) => [field, [(first[field] ?? change)[0], change[1]]]),
    ) as FieldChanges
    merged.set(id, both)
  }
  const rows = [...merged].map(([id, before]) => ({ id, before }))
  await sql`
    insert into contact_import_changes (org_id, import_id, contact_id, before)
    select ${tx.orgId}, ${importId}, x.id, x.before from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, before jsonb)`.execute(
    tx,
  )
}

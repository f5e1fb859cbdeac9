import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** What imports keep: the values that they overwrote, and lines that they refused and that hold one of the addresses. */
export async function deleteImportTraces(tx: OrgTx, ids: readonly string[], addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('contact_import_changes')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  if (addresses.length === 0) return
  await tx
    .deleteFrom('contact_import_errors')
    .where(sql<SqlBool>`app.is_named(lower(line), ${[...addresses]}::text[])`)
    .execute()
}

/** The contact that stays in a merge inherits the memberships of the other one, including the import that created it. */
export async function moveMemberships(tx: OrgTx, from: string, into: string): Promise<void> {
  await sql`
    insert into contact_import_members (org_id, import_id, contact_id)
    select i.org_id, i.id, c.id from contacts c join contact_imports i on i.org_id = c.org_id
    where c.id = ${into} and c.import_id is distinct from i.id and i.status <> 'undone'
      and (i.id in (select import_id from contact_import_members where contact_id = ${from})
        or i.id = (select import_id from contacts where id = ${from}))
    on conflict do nothing`.execute(tx)
}

/** Files that a person was in, for their export, with what they were before one changed them for as long as that can be undone. */
export async function importsOf(tx: OrgTx, contactId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select i.file_name as "fileName", i.created_at as "createdAt", i.created_by as "createdBy", h.before
    from contact_imports i left join contact_import_changes h on h.org_id = i.org_id and h.import_id = i.id and h.contact_id = ${contactId}
    where i.id in (select import_id from contact_import_members where contact_id = ${contactId})
      or i.id = (select import_id from contacts where id = ${contactId})
    order by i.id`.execute(tx)
  return rows
}

/** Lines that imports refused and that hold one of the addresses, for the person's export. */
export async function refusedLinesOf(tx: OrgTx, addresses: readonly string[]): Promise<object[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<object>`
    select i.file_name as "fileName", e.reason, e.line from contact_import_errors e
    join contact_imports i on i.org_id = e.org_id and i.id = e.import_id
    where app.is_named(lower(e.line), ${[...addresses]}::text[]) order by e.import_id, e.row_number limit 1000`.execute(tx)
  return rows
}

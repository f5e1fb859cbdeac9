import { sql } from 'kysely'
import type { ErasureCertificate } from '@imperium/contract/erasure/erasure.ts'
import type { OrgTx } from '../../platform/db/database.ts'

type Places = Map<string, number>

/** Tables with a column about a contact: asked of the catalogue, so that none that was made since is forgotten. */
async function listPlaces(tx: OrgTx): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('contact_id', 'contact') and not a.attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
      and a.atttypid = 'uuid'::regtype and has_table_privilege(current_user, c.oid, 'select')
    union all select 'contacts', 'id'
    order by 1, 2`.execute(tx)
  return rows
}

/** How many rows each place has about these contacts. */
export async function countPlaces(tx: OrgTx, contactIds: readonly string[]): Promise<Places> {
  const places = await listPlaces(tx)
  const counts = places.map(
    ({ table, column }) =>
      sql`select ${table} as place, count(*)::int as rows from ${sql.table(`app.${table}`)} where ${sql.ref(column)} = any(${[...contactIds]}::uuid[])`,
  )
  const { rows } = await sql<{ place: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(tx)
  return new Map(rows.map(({ place, rows: count }) => [place, count]))
}

export const placesOf = (before: Places, after: Places): ErasureCertificate['places'] =>
  [...before].map(([place, count]) => ({ place, before: count, after: after.get(place) ?? 0 }))

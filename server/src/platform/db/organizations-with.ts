import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { SystemTx } from './database.ts'
import type { DB } from './types.gen.ts'

/**
 * Organizations, by id from `after` on, that have a row `r` of the table of which `holds` is true. Two index probes for each that has rows
 * there at all, however many they are: one for the next organization, one for the row.
 */
export async function organizationsWith(
  tx: SystemTx,
  table: keyof DB,
  holds: RawBuilder<SqlBool>,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const next = (from: RawBuilder<SqlBool>) => sql`(select r.org_id from ${sql.table(table)} r where ${from} order by r.org_id limit 1)`
  const { rows } = await sql<{ id: string }>`
    with recursive orgs (id) as (
      ${next(after === null ? sql`true` : sql`r.org_id > ${after}::uuid`)}
      union all
      select ${next(sql`r.org_id > orgs.id`)} from orgs where orgs.id is not null
    )
    select orgs.id from orgs
    -- With a limit of its own it is asked of one organization after another.
    cross join lateral (select from ${sql.table(table)} r where r.org_id = orgs.id and ${holds} limit 1) one
    where orgs.id is not null limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

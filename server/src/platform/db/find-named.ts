import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { OrgTx } from './database.ts'

/** Finds things with an id and a name: those with one of the ids, and those with one of the names. */
export interface WantedThings {
  ids: readonly string[]
  names: readonly string[]
}
export interface NamedThing {
  id: string
  name: string
}
export type FindNamed = (tx: OrgTx, wanted: WantedThings) => Promise<NamedThing[]>

/** What files know by name and rows by id, oldest first: names need not be unique. */
export const findNamed =
  (from: RawBuilder<unknown>, where: RawBuilder<SqlBool> = sql`true`): FindNamed =>
  async (tx, { ids, names }) => {
    if (ids.length + names.length === 0) return []
    const { rows } = await sql<NamedThing>`
      select id, name from ${from} where ${where} and (id = any(${[...ids]}::uuid[]) or name = any(${[...names]}::text[]))
      order by created_at, id limit 1000`.execute(tx)
    return rows
  }

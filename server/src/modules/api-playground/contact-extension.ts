import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { eraseMatches, siftPage } from '../contacts/index.ts'
import type { ContactExtension, FindNames } from '../contacts/index.ts'

/** An address in a path is written with escapes. */
const requestWords = sql`concat_ws(' ', name, path, replace(replace(lower(path), '%40', '@'), '%2b', '+'), path_values::text, query::text, headers::text, body)`
const callWords = sql`concat_ws(' ', path, replace(replace(lower(path), '%40', '@'), '%2b', '+'))`

const naming =
  (table: 'playground_requests' | 'playground_calls', words: typeof callWords): FindNames =>
  async (tx, names, after, limit) => {
    const { rows } = await sql<{ id: string; is_named: boolean }>`
      select id, app.is_named(lower(${words}), ${[...names]}::text[]) as is_named from ${sql.table(`app.${table}`)}
      ${after === null ? sql`` : sql`where id < ${after}::uuid`} order by id desc limit ${limit}`.execute(tx)
    return siftPage(rows, limit, () => Promise.resolve([]))
  }

const deleteFrom = (table: 'playground_requests' | 'playground_calls') => async (tx: OrgTx, ids: readonly string[]) => {
  if (ids.length > 0) await tx.deleteFrom(table).where('id', 'in', ids).execute()
}

/** Saved requests and the history of calls name people that a member looked up by hand. */
export const playgroundContactExtensions: readonly ContactExtension[] = [
  { name: 'playground-requests', eraseNamed: eraseMatches(naming('playground_requests', requestWords), deleteFrom('playground_requests')) },
  { name: 'playground-calls', eraseNamed: eraseMatches(naming('playground_calls', callWords), deleteFrom('playground_calls')) },
]

import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/** True if the organization in this column may work: it is neither suspended nor waiting for its deletion. Asked by all that starts work without a person. The column's table has another alias than `o`. */
export const isInUse = (orgId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from auth.organizations o where o.id = ${orgId} and o.status <> 'SUSPENDED' and o.deletes_at is null)`

/** For a lease table: rows `l` in hand of an organization at rest stop between two steps. */
export const isAtRest: RawBuilder<SqlBool> = sql`not ${isInUse(sql`l.org_id`)}`

/** For a lease table: rows `b` of an organization at rest wait until it is taken up again. */
export const whileAtRest: RawBuilder<SqlBool> = sql`not ${isInUse(sql`b.org_id`)}`

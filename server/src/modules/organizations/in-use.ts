import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/** True if the organization in this column may work: it is neither suspended nor waiting for its deletion. Asked by all that starts work without a person. */
export const isInUse = (orgId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from auth.organizations o where o.id = ${orgId} and o.status <> 'SUSPENDED' and o.deletes_at is null)`

/** How soon after an organization is taken up again its leased work goes on; so often are its due rows looked at meanwhile. */
const restMs = 30_000

/** For a lease table: rows `b` of an organization at rest are put off. */
export const whileAtRest = { when: sql<SqlBool>`not ${isInUse(sql`b.org_id`)}`, ms: restMs }

/** Id of the organization with this slug; nothing if it is at rest. */
export const idOfSlug = (slug: string): RawBuilder<string> =>
  sql`(select o.id from auth.organizations o where o.slug = ${slug} and o.status <> 'SUSPENDED' and o.deletes_at is null)`

/** The name of the organization of this column. */
export const nameOf = (orgId: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select o.name from auth.organizations o where o.id = ${orgId})`

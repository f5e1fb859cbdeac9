import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/** For periodic jobs of other modules over all tenants: true if the organization in this column is not suspended. */
export const isInUse = (orgId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from auth.organizations o where o.id = ${orgId} and o.status <> 'SUSPENDED')`

/** For what costs its owner money without a person: neither suspended nor being deleted. */
export const mayBeCharged = (orgId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from auth.organizations o where o.id = ${orgId} and o.status <> 'SUSPENDED' and o.deletes_at is null)`

/** Id of the organization with this slug; nothing if it is suspended. */
export const idOfSlug = (slug: string): RawBuilder<string> =>
  sql`(select o.id from auth.organizations o where o.slug = ${slug} and o.status <> 'SUSPENDED')`

/** The name of the organization of this column. */
export const nameOf = (orgId: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select o.name from auth.organizations o where o.id = ${orgId})`

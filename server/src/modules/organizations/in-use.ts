import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Id of the organization with this slug; nothing if it is at rest. */
export const idOfSlug = (slug: string): RawBuilder<string> =>
  sql`(select o.id from auth.organizations o where o.slug = ${slug} and o.status <> 'SUSPENDED' and o.deletes_at is null)`

/** The name of the organization of this column. */
export const nameOf = (orgId: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select o.name from auth.organizations o where o.id = ${orgId})`

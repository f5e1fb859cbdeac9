import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Role } from '@imperium/contract/permissions.ts'

/** What one assignment adds to a membership now: a role or the permissions of a set, in the whole organization or on a node. */
export interface Grant {
  onNode: boolean
  role: Role | null
  permissions: readonly string[] | null
}

/** A subquery of one value: what the member's assignments add to their role now, as JSON in the shape of `Grant`; null for none. */
export const grantsOf = (orgId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`(
      select json_agg(json_build_object('onNode', a.node_id is not null, 'role', a.role, 'permissions', s.permissions))
      from app.assignments a left join app.permission_sets s on s.org_id = a.org_id and s.id = a.permission_set_id
      where a.org_id = ${orgId} and a.user_id = ${userId} and app.is_current(a.starts_at, a.ends_at))`

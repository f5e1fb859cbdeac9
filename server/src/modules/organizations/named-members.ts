import { sql } from 'kysely'
import { findNamed } from '../../platform/db/find-named.ts'

export const namedMembers = findNamed(
  sql`(select user_id as id, first_name || ' ' || last_name as name, user_id as created_at from auth.org_people()) as people`,
)

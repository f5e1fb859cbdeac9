import { sql } from 'kysely'
import { findNamed } from '../../platform/db/find-named.ts'

export const namedAgents = findNamed(sql`app.agents`, sql`deleted_at is null`)

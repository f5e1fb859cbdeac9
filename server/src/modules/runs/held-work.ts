import { sql } from 'kysely'
import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'

/** Runs of agents that have not ended. */
export const listHeldRuns: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select r.org_id as "orgId", 'agent_run' as kind, r.agent_id as id, r.agent_name as name, count(*)::int as count, min(r.created_at) as "dueAt"
    from app.runs r where r.status in ('queued', 'running') and (${orgId}::uuid is null or r.org_id = ${orgId})
    group by r.org_id, r.agent_id, r.agent_name limit ${mostListed}`.execute(tx)
  return rows
}

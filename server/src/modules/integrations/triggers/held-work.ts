import { sql } from 'kysely'
import { mostListed } from '../../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../../platform/installation/held-work.ts'

/** Triggers that look for new items, and items that wait for a limit: each may have started its workflow already. */
export const listHeldTriggers: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    with due as (
      select s.org_id, s.connection_id, s.due_at as at, 1 as count from app.integration_subscriptions s
      where s.lease_owner is not null or s.due_at <= now()
      union all
      select s.org_id, s.connection_id, i.retry_at, 1 from app.integration_refused_items i
      join app.integration_subscriptions s on s.org_id = i.org_id and s.workflow_id = i.workflow_id where i.retry_at <= now()
    )
    select c.org_id as "orgId", 'trigger' as kind, c.id, c.name, sum(due.count)::int as count, min(due.at) as "dueAt"
    from due join app.integration_connections c on c.org_id = due.org_id and c.id = due.connection_id
    where ${orgId}::uuid is null or c.org_id = ${orgId} group by c.org_id, c.id, c.name limit ${mostListed}`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'

/** Runs in hand or due, and schedules whose time has come. */
export const listHeldWorkflows: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select w.org_id as "orgId", 'workflow_run' as kind, w.id, w.name, count(*)::int as count, min(l.wake_at) as "dueAt"
    from app.workflow_live l join app.workflows w on w.org_id = l.org_id and w.id = l.workflow_id
    where (l.status = 'leased' or (l.status in ('ready', 'waiting') and l.wake_at <= now())) and (${orgId}::uuid is null or l.org_id = ${orgId})
    group by w.org_id, w.id, w.name
    union all
    select w.org_id, 'workflow_schedule', w.id, w.name, 1, t.next_at
    from app.workflow_triggers t join app.workflows w on w.org_id = t.org_id and w.id = t.workflow_id
    where t.kind = 'schedule' and t.enabled and t.next_at <= now() and (${orgId}::uuid is null or t.org_id = ${orgId})
    limit ${mostListed}`.execute(tx)
  return rows
}

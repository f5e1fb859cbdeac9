import { sql } from 'kysely'
import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'

/** Webhooks with deliveries that are due. */
export const listHeldWebhooks: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select w.org_id as "orgId", 'webhook' as kind, w.id, w.name, 1 as count, q.due_at as "dueAt"
    from app.webhook_queues q join app.webhooks w on w.org_id = q.org_id and w.id = q.webhook_id
    where (q.lease_owner is not null or q.due_at <= now()) and w.deleted_at is null and (${orgId}::uuid is null or q.org_id = ${orgId})
    limit ${mostListed}`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import { mostListed } from '../../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../../platform/installation/held-work.ts'

/** Subscriptions that would be charged by now. */
export const listHeldRenewals: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select s.org_id as "orgId", 'renewal' as kind, null as id, '' as name, 1 as count, s.period_end as "dueAt"
    from app.subscriptions s
    where s.renews_itself and s.status in ('ACTIVE', 'PAST_DUE') and s.next_order_id is null and s.period_end <= now() and (${orgId}::uuid is null or s.org_id = ${orgId})
    limit ${mostListed}`.execute(tx)
  return rows
}

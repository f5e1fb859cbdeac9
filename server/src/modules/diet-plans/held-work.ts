import { sql } from 'kysely'
import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'
import { referenceOf } from './read-plan.ts'

/** Plans of which a model writes a part, which costs: named by their reference, because patients are sealed. */
export const listHeldPlans: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork & { id: string }>`
    select org_id as "orgId", 'diet_plan' as kind, id, '' as name, 1 as count, due_at as "dueAt" from app.diet_plans
    where work is not null and (lease_owner is not null or due_at <= now()) and (${orgId}::uuid is null or org_id = ${orgId})
    limit ${mostListed}`.execute(tx)
  return rows.map((row) => ({ ...row, name: referenceOf(row.id) }))
}

import { sql } from 'kysely'
import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'

/** Sends with messages left, and campaigns whose time has come. */
export const listHeldCampaigns: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select c.org_id as "orgId", 'campaign' as kind, c.id, c.name, coalesce(sum(k.total), 0)::int as count, min(k.job_at) as "dueAt"
    from app.campaign_sends s
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
    left join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id and k.status <> 'done'
    where s.status = 'sending' and (${orgId}::uuid is null or s.org_id = ${orgId})
    group by c.org_id, c.id, c.name
    union all
    select c.org_id, 'scheduled_campaign', c.id, c.name, 1, c.next_at from app.campaigns c
    where c.status in ('scheduled', 'running') and c.deleted_at is null and c.next_at <= now() and (${orgId}::uuid is null or c.org_id = ${orgId})
    limit ${mostListed}`.execute(tx)
  return rows
}

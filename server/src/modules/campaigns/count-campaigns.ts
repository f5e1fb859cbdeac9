import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { percentOf } from './campaign-stats.ts'

/** The four cards. `day` is the start of today in the organization's time zone. */
export async function countCampaigns(tx: OrgTx, day: Date) {
  const [counts, sums, today] = await Promise.all([
    tx
      .selectFrom('campaigns')
      .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) filter (where status in ('scheduled', 'running'))`.as('active')])
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('campaign_chunks')
      .select([sql<number>`coalesce(sum(sent), 0)::bigint`.as('sent'), sql<number>`coalesce(sum(responded), 0)::bigint`.as('responded')])
      .executeTakeFirstOrThrow(),
    // A send that began today sent everything today, so its chunk counters suffice; rows are counted only for sends that began earlier.
    sql<{ count: number }>`
      select coalesce(sum(case when s.started_at >= ${day}
        then (select coalesce(sum(k.sent), 0) from app.campaign_chunks k where k.org_id = s.org_id and k.send_id = s.id)
        else (select count(*) from app.campaign_recipients r where r.org_id = s.org_id and r.send_id = s.id and r.sent_at >= ${day}) end), 0)::bigint as count
      from app.campaign_sends s where s.finished_at is null or s.finished_at >= ${day}`.execute(tx),
  ])
  return { ...counts, sentToday: today.rows[0]?.count ?? 0, responseRate: percentOf(sums.responded, sums.sent) }
}

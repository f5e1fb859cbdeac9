import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isInUse } from '../../organizations/index.ts'
import { finishIfDone, startWinnersClock } from './finish-send.ts'
import { queueChunks } from './queue-chunks.ts'
import { clearWinnerDue, readFacts, readTest } from './send-store.ts'
import { campaignChanged } from '../campaign-changed.ts'

/** How a variant did in the test; 0 is A. */
export interface VariantScore {
  variant: number
  sent: number
  hits: number
}

/** The variant with the greatest share; of equals the first. */
export function bestOf(scores: readonly VariantScore[]): number {
  const share = ({ sent, hits }: VariantScore) => (sent > 0 ? hits / sent : 0)
  const [best] = scores.toSorted((a, b) => share(b) - share(a) || a.variant - b.variant)
  return best?.variant ?? 0
}

/** Ends the test of a send: the rest of the audience gets this variant. False if there is no test to end. */
export async function chooseWinner(
  platform: Pick<Platform, 'jobs' | 'events'>,
  tx: OrgTx,
  { sendId, winner, detail }: { sendId: string; winner: number; detail: unknown },
): Promise<boolean> {
  if (!(await readFacts(tx, sendId, { lock: true }))) return false
  const { rows } = await sql<{ campaign_id: string }>`
    update app.campaign_sends set winner = ${winner}, winner_detail = ${JSON.stringify(detail)}::jsonb, winner_due_at = null,
      status = case when status = 'testing' then 'sending' else status end,
      paused_from = case when paused_from = 'testing' then 'sending' else paused_from end
    where id = ${sendId} and winner is null and (status = 'testing' or paused_from = 'testing') returning campaign_id`.execute(tx)
  const campaignId = rows[0]?.campaign_id
  if (!campaignId) return false
  await tx.updateTable('campaign_chunks').set({ status: 'ready' }).where('send_id', '=', sendId).where('status', '=', 'held').execute()
  const facts = await readFacts(tx, sendId)
  if (facts?.status === 'sending' && !(await finishIfDone(platform, tx, sendId))) await queueChunks(platform, tx, sendId)
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId }))
  return true
}

/**
 * Chooses the winners of tests that are due. Also starts the wait of tests without a message in flight if it has not begun:
 * the last outcome may have come as a report.
 */
export async function chooseDueWinners(platform: Platform): Promise<void> {
  const { rows } = await platform.db.withSystem((tx) =>
    sql<{ org_id: string; id: string; is_due: boolean }>`
      select s.org_id, s.id, s.winner_due_at is not null as is_due from app.campaign_sends s
      where s.status = 'testing' and s.winner is null and ${isInUse(sql`s.org_id`)} and (s.winner_due_at <= now() or (s.winner_due_at is null and not exists (
        select from app.campaign_chunks k where k.org_id = s.org_id and k.send_id = s.id and k.status in ('ready', 'leased'))))`.execute(
      tx,
    ),
  )
  for (const { org_id: orgId, id: sendId, is_due: isDue } of rows) {
    await platform.db.withOrg(orgId, async (tx) => {
      const facts = await readFacts(tx, sendId)
      const by = facts?.definition.ab?.winnerBy
      if (!by || by === 'manual') return
      if (!isDue) return startWinnersClock(tx, facts)
      const { sent, isOpen } = await readTest(tx, sendId)
      if (isOpen && sent === 0) return clearWinnerDue(tx, sendId)
      const scores = await scoreVariants(tx, sendId, by)
      await chooseWinner(platform, tx, { sendId, winner: bestOf(scores), detail: { by, scores } })
    })
  }
}

async function scoreVariants(tx: OrgTx, sendId: string, by: 'opened' | 'clicked' | 'responded'): Promise<VariantScore[]> {
  const { rows } = await sql<VariantScore>`
    select r.variant, count(r.sent_at)::int as sent, count(${sql.ref(`r.${by}_at`)})::int as hits from app.campaign_recipients r
    where r.send_id = ${sendId} and r.chunk % 2 = 0 group by r.variant order by r.variant`.execute(tx)
  return rows
}

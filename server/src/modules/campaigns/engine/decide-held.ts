import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { finishIfDone } from './finish-send.ts'
import { queueChunks } from './queue-chunks.ts'
import { forgiveFailures, readFacts } from './send-store.ts'

/**
 * A member decides about messages with an unknown outcome: `send` repeats them with the same id (counted as a repeat),
 * `drop` marks them as failed. For all or some recipients. Returns the number.
 */
export async function decideHeld(
  platform: Pick<Platform, 'jobs' | 'events'>,
  tx: OrgTx,
  { sendId, contactIds = null, decision }: { sendId: string; contactIds?: readonly string[] | null; decision: 'send' | 'drop' },
): Promise<number> {
  const again = decision === 'send'
  if (!(await readFacts(tx, sendId, { lock: true }))) return 0
  const { rows } = await sql<{ decided: number }>`
    with decided as (
      update app.campaign_recipients set status = ${again ? 'queued' : 'failed'}, copies = ${again ? 1 : 0}, next_at = null
      where send_id = ${sendId} and status = 'held' and (${contactIds}::uuid[] is null or contact_id = any(${contactIds}::uuid[]))
      returning chunk
    ), sums as (select chunk, count(*)::int as n from decided group by chunk), counted as (
      update app.campaign_chunks k set held = k.held - n, repeats = k.repeats + ${again ? sql`n` : sql`0`}, failed = k.failed + ${again ? sql`0` : sql`n`},
        status = case when ${again} and k.status = 'done' then 'ready' else k.status end
      from sums where k.send_id = ${sendId} and k.chunk = sums.chunk returning n
    )
    select coalesce(sum(n), 0)::int as decided from counted`.execute(tx)
  const decided = rows[0]?.decided ?? 0
  if (!again && decided > 0) await forgiveFailures(tx, sendId, decided)
  if (decided > 0 && !(await finishIfDone(platform, tx, sendId))) await queueChunks(platform, tx, sendId)
  return decided
}

import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Repeats of a failed piece end long before: a replay that stands still for so long is given up. */
const abandonedAfterMs = 3_600_000

/** Notes that a replay runs; false while another one of the webhook does. */
export async function beginReplay(tx: OrgTx, webhookId: string, replay: { id: string; from: string }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update app.webhook_queues set replay_id = ${replay.id}, replay_from = ${replay.from}, replay_moved_at = now()
    where webhook_id = ${webhookId}
      and (replay_id is null or replay_moved_at < now() - ${abandonedAfterMs} * interval '1 millisecond')`.execute(tx)
  return numAffectedRows > 0n
}

/** Locks the queue for a piece; false when that piece is done already, or another replay has begun. */
export async function lockReplay(tx: OrgTx, webhookId: string, replay: { id: string; from: string }): Promise<boolean> {
  const { rows } = await sql`
    select from app.webhook_queues where webhook_id = ${webhookId} and replay_id = ${replay.id} and replay_from = ${replay.from}
    for no key update`.execute(tx)
  return rows.length > 0
}

/** Where the next piece begins; null at the end of the replay. */
export async function moveReplay(tx: OrgTx, webhookId: string, next: string | null): Promise<void> {
  await sql`
    update app.webhook_queues set replay_id = case when ${next}::uuid is not null then replay_id end, replay_from = ${next}::uuid, replay_moved_at = now()
    where webhook_id = ${webhookId}`.execute(tx)
}

import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { chunkJob } from './jobs.ts'

/**
 * Chunks of one send with a job at the same time; each that ends queues the next. A long campaign thus has few jobs in the queue,
 * so that others do not wait behind hundreds.
 */
const onTheWay = 8

/** Queues ready chunks up to that number. */
export async function queueChunks(platform: Pick<Platform, 'jobs'>, tx: OrgTx, sendId: string, most: number = onTheWay): Promise<void> {
  const { rows } = await sql<{ chunk: number }>`
    with room as (
      select ${most} - count(*) as places from app.campaign_chunks
      where send_id = ${sendId} and (status = 'leased' or (status = 'ready' and job_at < now() + interval '5 seconds'))
    ), next as (
      select chunk from app.campaign_chunks where send_id = ${sendId} and status = 'ready' and job_at is null and (next_at is null or next_at <= now()) and ${isLive(sendId)}
      order by chunk limit greatest(0, (select places from room)) for update skip locked
    )
    update app.campaign_chunks c set job_at = now() from next where c.send_id = ${sendId} and c.chunk = next.chunk returning c.chunk`.execute(
    tx,
  )
  for (const { chunk } of rows) await platform.jobs.send(tx, chunkJob, { orgId: tx.orgId, sendId, chunk })
  await queueLater(platform, tx, sendId)
}

/** Queues a job for each chunk that waits for its own time. */
async function queueLater(platform: Pick<Platform, 'jobs'>, tx: OrgTx, sendId: string): Promise<void> {
  const { rows } = await sql<{ chunk: number; next_at: Date }>`
    update app.campaign_chunks set job_at = next_at
    where send_id = ${sendId} and status = 'ready' and job_at is null and next_at > now() and ${isLive(sendId)} returning chunk, next_at`.execute(
    tx,
  )
  for (const { chunk, next_at: startAfter } of rows)
    await platform.jobs.send(tx, chunkJob, { orgId: tx.orgId, sendId, chunk }, { startAfter })
}

/** A paused send queues nothing: its resume does. */
export const isLive = (sendId: string) =>
  sql`exists (select from app.campaign_sends where id = ${sendId} and status in ('sending', 'testing'))`

/** Jobs of a paused send find nothing to do; the resume queues them anew. */
export async function clearJobs(tx: OrgTx, sendId: string): Promise<void> {
  await tx.updateTable('campaign_chunks').set({ job_at: null }).where('send_id', '=', sendId).where('status', '=', 'ready').execute()
}

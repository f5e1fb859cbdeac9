import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ReadyAccount } from '../../channels/index.ts'
import { queueChunks } from './queue-chunks.ts'
import { readFacts } from './send-store.ts'

const wakeJob = 'campaigns.wakeSends'

interface WakeData extends ReadyAccount {
  orgId: string
}

/** As a job: the request that closes the breaker does not wait for campaigns, and locks none of their rows. */
export const wakeLater =
  (platform: Platform) =>
  async (tx: OrgTx, account: ReadyAccount): Promise<void> => {
    await platform.jobs.send<WakeData>(tx, wakeJob, { orgId: tx.orgId, ...account })
  }

/** Open sends that use the account: those that name it and, where it is the default, those that name none. Paused ones wait for it too. */
async function sendsBy(tx: OrgTx, { id, channel, isDefault }: ReadyAccount): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from app.campaign_sends s
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
    join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
    where s.status in ('sending', 'testing', 'paused') and c.channel = ${channel}
      and (v.definition ->> 'accountId' = ${id} or (${isDefault} and v.definition ->> 'accountId' is null))`.execute(tx)
  return rows.map((row) => row.id)
}

/** Chunks that wait longer than their first due recipient. A chunk that a rate also limits asks for tokens again, and waits again. */
async function wakeChunks(tx: OrgTx, sendId: string): Promise<void> {
  await sql`
    with waiting as materialized (
      select chunk from app.campaign_chunks where send_id = ${sendId} and status = 'ready' and next_at > now() for update
    ), due as (
      select w.chunk, (
        select min(case when r.next_at is null then now() else r.next_at end) from app.campaign_recipients r
        where r.org_id = ${tx.orgId} and r.send_id = ${sendId} and r.chunk = w.chunk and r.status in ('queued', 'sending')) as at
      from waiting w
    )
    update app.campaign_chunks c set next_at = due.at, job_at = null from due
    where c.send_id = ${sendId} and c.chunk = due.chunk and due.at < c.next_at`.execute(tx)
}

/** The account's backoff ended early: the sends that wait for it continue now instead of at its planned end. */
export const wakeSendsJob = (platform: Platform): JobDefinition<WakeData> => ({
  name: wakeJob,
  lane: 'interactive',
  run: async ({ orgId, ...account }) => {
    const sendIds = await platform.db.withOrg(orgId, (tx) => sendsBy(tx, account))
    for (const sendId of sendIds) {
      await platform.db.withOrg(orgId, async (tx) => {
        // Locks campaign and send before their chunks, the lock order everywhere.
        if (!(await readFacts(tx, sendId, { lock: true }))) return
        await wakeChunks(tx, sendId)
        await queueChunks(platform, tx, sendId)
      })
    }
  },
})

import { onEvent } from '../../../platform/events/events.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueChunks } from './queue-chunks.ts'
import { readFacts } from './send-store.ts'
import { sql } from 'kysely'
import { quietHoursChanged } from '../../consents/index.ts'

const isLive = (status: string): boolean => status === 'sending' || status === 'testing'

/** What has changed of the things that recipients wait for. */
interface Changed {
  hours: boolean
  pace: boolean
}

/** The same for an active send; a paused send does it on resume. */
async function recheckSend(platform: Pick<Platform, 'jobs'>, tx: OrgTx, sendId: string, { hours, pace }: Changed): Promise<void> {
  if (!isLive((await readFacts(tx, sendId, { lock: true }))?.status ?? '')) return
  if (hours) await clearHourDelays(tx, sendId)
  if (pace) await clearPaceDelays(tx, sendId)
  await queueChunks(platform, tx, sendId)
}

/** For all sends of a campaign: it has another send window, or another throttle. */
export async function recheckCampaign(platform: Pick<Platform, 'jobs'>, tx: OrgTx, campaignId: string, changed: Changed): Promise<void> {
  if (!changed.hours && !changed.pace) return
  const sends = await tx
    .selectFrom('campaign_sends')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('status', 'in', ['sending', 'testing'])
    .execute()
  for (const { id } of sends) await recheckSend(platform, tx, id, changed)
}

/** For all sends of an organization. */
export async function clearHourDelaysOfSends(platform: Platform, orgId: string): Promise<void> {
  const sends = await platform.db.withOrg(orgId, (tx) =>
    tx.selectFrom('campaign_sends').select('id').where('status', 'in', ['sending', 'testing']).execute(),
  )
  for (const { id } of sends) await platform.db.withOrg(orgId, (tx) => recheckSend(platform, tx, id, { hours: true, pace: false }))
}

/** The organization has other quiet hours. */
export const onQuietHours = (platform: Platform) =>
  onEvent({
    event: quietHoursChanged,
    name: 'campaigns.forgetHours',
    run: ({ orgId }) => clearHourDelaysOfSends(platform, orgId),
  })

/**
 * Checks recipients that wait for an hour immediately and defers them anew: what the hour depends on may have changed. Those deferred by a
 * server or a rate keep their time. The caller locks the send. `chunk`: only that one.
 */
export async function clearHourDelays(tx: OrgTx, sendId: string, chunk: number | null = null): Promise<void> {
  const ofChunk = chunk === null ? sql`` : sql`and chunk = ${chunk}`
  await sql`
    with freed as (
      update app.campaign_recipients set next_at = null, reason = null
      where org_id = ${tx.orgId} and send_id = ${sendId} and status = 'queued' and reason in ('quiet_hours', 'window') and next_at > now() ${ofChunk}
      returning chunk
    )
    update app.campaign_chunks set next_at = null, job_at = null
    where send_id = ${sendId} and status = 'ready' and chunk in (select chunk from freed)`.execute(tx)
}

/**
 * Chunks with due recipients wait for a rate of the send or account, which may have changed: they are taken immediately and deferred anew
 * if needed. Chunks in which every recipient has its own time keep it.
 */
export async function clearPaceDelays(tx: OrgTx, sendId: string): Promise<void> {
  await sql`
    update app.campaign_chunks k set next_at = null, job_at = null
    where k.send_id = ${sendId} and k.status = 'ready' and k.next_at > now() and exists (
      select from app.campaign_recipients r where r.org_id = ${tx.orgId} and r.send_id = ${sendId} and r.chunk = k.chunk
        and r.status = 'queued' and (r.next_at is null or r.next_at <= now()))`.execute(tx)
}

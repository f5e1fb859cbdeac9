import { sql } from 'kysely'
import type { SystemTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { reapLeases } from '../../../platform/leases/lease-store.ts'
import { isInUse } from '../../organizations/index.ts'
import { liveChunks } from './chunk-store.ts'
import { finishIfDone } from './finish-send.ts'
import { checkEndedGuard, checkGuard } from './guard.ts'
import { buildJob, chunkJob } from './jobs.ts'
import { giveBackReserved } from './reserve-messages.ts'
import { readFacts } from './send-store.ts'

/** A job overdue by this much is lost in a crash; in a backlog it then exists twice, which the lease makes harmless. */
const lostAfterSeconds = 30
const buildStallsSeconds = 15

interface Place {
  org_id: string
  send_id: string
}

/**
 * Queues chunks again if their worker is gone (by process on this machine, by lease elsewhere) or their job is lost, and stalled snapshots.
 * Completes sends with nothing open.
 */
export async function reapSends(platform: Platform): Promise<number> {
  const found = await platform.db.withSystem(async (tx) => {
    const reaped = await reapLeases(tx, liveChunks(platform.config.campaignLeaseMs))
    const chunks = [
      ...reaped.map(({ orgId, key }) => ({ orgId, sendId: key.send_id, chunk: key.chunk })),
      ...(await claimLostChunks(tx)).map(({ org_id: orgId, send_id: sendId, chunk }) => ({ orgId, sendId, chunk })),
    ]
    for (const chunk of chunks) await platform.jobs.send(tx, chunkJob, chunk)
    const builds = await claimStalledBuilds(tx)
    for (const { org_id: orgId, send_id: sendId } of builds) await platform.jobs.send(tx, buildJob, { orgId, sendId })
    if (chunks.length + builds.length > 0)
      platform.log.warn({ chunks: chunks.length, builds: builds.length }, 'work on campaigns was queued again')
    return chunks.length + builds.length
  })
  await endSettled(platform)
  await freeReserved(platform)
  return found
}

/** Chunks without their job. A fresh `job_at` makes the next reap skip them for a while. */
async function claimLostChunks(tx: SystemTx): Promise<(Place & { chunk: number })[]> {
  const { rows } = await sql<Place & { chunk: number }>`
    with live as materialized (
      select s.org_id, s.id from app.campaign_sends s where s.status in ('sending', 'testing') and ${isInUse(sql`s.org_id`)}
    ), lost as (
      select k.org_id, k.send_id, k.chunk from app.campaign_chunks k join live on live.org_id = k.org_id and live.id = k.send_id
      where (k.status = 'leased' and k.lease_owner is null and (k.job_at is null or k.job_at < now() - ${lostAfterSeconds} * interval '1 second'))
        or (k.status = 'ready' and k.job_at < now() - ${lostAfterSeconds} * interval '1 second')
      limit 500 for update of k skip locked
    )
    update app.campaign_chunks k set job_at = now() from lost
    where k.org_id = lost.org_id and k.send_id = lost.send_id and k.chunk = lost.chunk returning k.org_id, k.send_id, k.chunk`.execute(tx)
  return rows
}

/**
 * Releases the messages that a dead worker reserved from the month's quota for a paused or cancelled send: its chunk is never leased again.
 */
async function freeReserved(platform: Platform): Promise<void> {
  const { rows } = await platform.db.withSystem((tx) =>
    sql<Place & { chunk: number; epoch: number; channel: string; campaign_id: string; reserved_at: Date }>`
      select k.org_id, k.send_id, k.chunk, k.epoch, c.channel, c.id as campaign_id, coalesce(k.reserved_at, k.lease_until) as reserved_at from app.campaign_chunks k
      join app.campaign_sends s on s.org_id = k.org_id and s.id = k.send_id join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
      where k.status = 'leased' and k.lease_until < now() and k.metered > k.sent and s.status not in ('sending', 'testing') limit 500`.execute(
      tx,
    ),
  )
  for (const { org_id: orgId, send_id: sendId, chunk, epoch, channel, campaign_id: campaignId, reserved_at: reservedAt } of rows)
    await platform.db.withOrg(orgId, (tx) => giveBackReserved(tx, { sendId, chunk, epoch }, { channel, campaignId, reservedAt }))
}

/** Sends in which every recipient is settled. The last chunk ends its send, unless messages were held: a later report may settle those. */
async function endSettled(platform: Platform): Promise<void> {
  const { rows } = await platform.db.withSystem((tx) =>
    sql<Place>`
      select s.org_id, s.id as send_id from app.campaign_sends s
      where s.status in ('sending', 'testing') and s.chunks > 0 and not exists (
        select from app.campaign_chunks k where k.org_id = s.org_id and k.send_id = s.id and (k.status <> 'done' or k.held > 0))`.execute(
      tx,
    ),
  )
  for (const { org_id: orgId, send_id: sendId } of rows) await platform.db.withOrg(orgId, (tx) => finishIfDone(platform, tx, sendId))
}

async function claimStalledBuilds(tx: SystemTx): Promise<Place[]> {
  const { rows } = await sql<Place>`
    update app.campaign_sends set build_at = now()
    where status = 'building' and build_at < now() - ${buildStallsSeconds} * interval '1 second'
      and ${isInUse(sql`campaign_sends.org_id`)} returning org_id, id as send_id`.execute(tx)
  return rows
}

/** Running sends that received bounces or complaints. */
export async function guardSends(platform: Platform): Promise<void> {
  const { rows } = await platform.db.withSystem((tx) =>
    sql<Place>`
      select s.org_id, s.id as send_id from app.campaign_sends s
      where s.status in ('sending', 'testing') and exists (
        select from app.campaign_chunks k where k.org_id = s.org_id and k.send_id = s.id and k.complained + k.bounced + k.failed > 0)`.execute(
      tx,
    ),
  )
  for (const { org_id: orgId, send_id: sendId } of rows) {
    await platform.db.withOrg(orgId, async (tx) => {
      const facts = await readFacts(tx, sendId)
      if (facts) await checkGuard(platform, tx, facts)
    })
  }
}

const guardedDays = 7

/** Complaints and bounces also arrive after the end: checks sends that ended in the last days and have exceeded their limits since. */
export async function guardEndedSends(platform: Platform): Promise<void> {
  const { rows } = await platform.db.withSystem((tx) =>
    sql<Place>`
      select s.org_id, s.id as send_id from app.campaign_sends s
      join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
      cross join lateral (
        select sum(sent) - coalesce((s.guard_from ->> 'sent')::int, 0) as sent, sum(failed) - coalesce((s.guard_from ->> 'failed')::int, 0) as failed,
          sum(bounced) - coalesce((s.guard_from ->> 'bounced')::int, 0) as bounced,
          sum(complained) - coalesce((s.guard_from ->> 'complained')::int, 0) as complained
        from app.campaign_chunks k where k.org_id = s.org_id and k.send_id = s.id) k
      where s.status = 'completed' and s.finished_at > now() - ${guardedDays} * interval '1 day' and k.sent > 0
        and ((k.complained > 0 and 100 * k.complained >= k.sent * coalesce((v.definition #>> '{guard,complaintPercent}')::numeric, 0.1))
          or (k.failed > 0 and 100 * k.failed >= k.sent * coalesce((v.definition #>> '{guard,bouncePercent}')::numeric, 5))
          or (k.bounced > 0 and 100 * k.bounced >= k.sent * coalesce((v.definition #>> '{guard,bouncePercent}')::numeric, 5)))`.execute(tx),
  )
  for (const { org_id: orgId, send_id: sendId } of rows) await platform.db.withOrg(orgId, (tx) => checkEndedGuard(platform, tx, sendId))
}

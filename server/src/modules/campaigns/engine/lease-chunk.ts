import type { Platform } from '../../../platform/platform.ts'
import { giveBackMessages, meterMessages } from '../../../platform/metering/metering.ts'
import { signal } from '../../../platform/events/live.ts'
import { recoverUnknown, releaseChunk, claimChunk } from './chunk-store.ts'
import type { ChunkKey } from './chunk-store.ts'
import { finishIfDone } from './finish-send.ts'
import { chunkJob } from './jobs.ts'
import type { ChunkData } from './jobs.ts'
import type { EngineParts, Outlet, SendFacts } from './parts.ts'
import { queueChunks } from './queue-chunks.ts'
import { giveBackReserved, reserveMessages, unbounded } from './reserve-messages.ts'
import type { Allowance } from './reserve-messages.ts'
import { readFacts } from './send-store.ts'
import { pauseLeft } from './tokens.ts'
import { clearHourDelays } from './recheck-sends.ts'
import { campaignChanged } from '../campaign-changed.ts'

/** A chunk leased by this process, with what all its messages share. */
export interface LeasedChunk {
  key: ChunkKey
  /** Database time: reservations were made at this time, or earlier in the same month. */
  takenAt: Date
  facts: SendFacts
  outlet: Outlet
  /** The account may not send for this long. */
  waitMs: number
  /** How many messages the organization's plan leaves it. */
  allowance: Allowance
}

/** Leases a chunk and reads what it needs in one transaction; null if there is none. @throws AppError without a usable account or sender */
export function leaseChunk(
  { db, clock }: Platform,
  parts: EngineParts,
  data: ChunkData,
  lease: { owner: string; leaseMs: number },
): Promise<LeasedChunk | null> {
  return db.withOrg(data.orgId, async (tx) => {
    const taken = await claimChunk(tx, { ...data, ...lease })
    const facts = taken && (await readFacts(tx, data.sendId))
    if (!taken || !facts) return null
    const { epoch, takenAt, reservedAt } = taken
    const key = { sendId: data.sendId, chunk: data.chunk, epoch }
    const outlet = await parts.openOutlet(tx, facts)
    await recoverUnknown(tx, key, outlet.account)
    if (reservedAt) await giveBackReserved(tx, key, { channel: facts.channel, campaignId: facts.campaignId, reservedAt })
    const openMs = outlet.account.openUntil ? outlet.account.openUntil.getTime() - clock.now().getTime() : 0
    const waitMs = Math.max(0, openMs, await pauseLeft(tx, outlet.account))
    return { key, takenAt, facts, outlet, waitMs, allowance: waitMs > 0 ? unbounded : await reserveMessages(tx, key, facts) }
  })
}

/** Hands the chunk back and schedules its next job; the last one completes the send. */
export function handBackChunk(platform: Platform, data: ChunkData, { key, takenAt, facts }: LeasedChunk, waitMs: number): Promise<void> {
  return platform.db.withOrg(data.orgId, async (tx) => {
    // Lock order: campaign, send, chunks.
    const now = await readFacts(tx, data.sendId, { lock: true })
    // Frees recipients deferred by outdated hours, after the campaign's change had already freed all others.
    if (now && (now.campaignVersion !== facts.campaignVersion || now.timeZone !== facts.timeZone))
      await clearHourDelays(tx, data.sendId, key.chunk)
    const end = await releaseChunk(tx, key, waitMs)
    if (!end) return
    if (end.sentUnmetered > 0) await meterMessages(tx, facts.channel, end.sentUnmetered, { campaignId: facts.campaignId })
    if (end.sentUnmetered < 0) await giveBackMessages(tx, facts.channel, -end.sentUnmetered, takenAt, { campaignId: facts.campaignId })
    if (end.againInMs !== null) {
      const startAfter = end.againInMs > 0 ? { startAfter: new Date(Date.now() + end.againInMs) } : {}
      await platform.jobs.send(tx, chunkJob, { orgId: data.orgId, sendId: data.sendId, chunk: data.chunk }, startAfter)
    }
    await queueChunks(platform, tx, data.sendId)
    await finishIfDone(platform, tx, data.sendId)
    await signal(tx, campaignChanged({ orgId: facts.orgId, campaignId: facts.campaignId }))
  })
}

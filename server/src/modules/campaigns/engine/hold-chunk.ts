import type { Platform } from '../../../platform/platform.ts'
import { meterMessages } from '../../../platform/metering.ts'
import { signal } from '../../../platform/live.ts'
import { recoverUnknown, releaseChunk, takeChunk } from './chunk-store.ts'
import type { ChunkKey } from './chunk-store.ts'
import { finishIfDone } from './finish-send.ts'
import { chunkJob } from './jobs.ts'
import type { ChunkData } from './jobs.ts'
import type { EngineParts, Outlet, SendFacts } from './parts.ts'
import { queueChunks } from './queue-chunks.ts'
import { reserveMessages, unbounded } from './reserve-messages.ts'
import type { Allowance } from './reserve-messages.ts'
import { readFacts } from './send-store.ts'
import { restLeft } from './tokens.ts'

/** A chunk in the hands of this process, with everything that its messages have in common. */
export interface HeldChunk {
  key: ChunkKey
  facts: SendFacts
  outlet: Outlet
  /** Nobody may send by this account for so long. */
  waitMs: number
  /** How many messages the organization's plan leaves it. */
  allowance: Allowance
}

/** Leases a chunk and reads what it needs, in one transaction; null where there is nothing to take. @throws AppError where there is no way out */
export function holdChunk(
  { db, clock }: Platform,
  parts: EngineParts,
  data: ChunkData,
  lease: { owner: string; leaseMs: number },
): Promise<HeldChunk | null> {
  return db.withOrg(data.orgId, async (tx) => {
    const epoch = await takeChunk(tx, { ...data, ...lease })
    const facts = epoch === null ? null : await readFacts(tx, data.sendId)
    if (epoch === null || !facts) return null
    const key = { sendId: data.sendId, chunk: data.chunk, epoch }
    const outlet = await parts.openOutlet(tx, facts)
    await recoverUnknown(tx, key, outlet.account.unknownPolicy)
    const openMs = outlet.account.openUntil ? outlet.account.openUntil.getTime() - clock.now().getTime() : 0
    const waitMs = Math.max(0, openMs, await restLeft(tx, outlet.account))
    return { key, facts, outlet, waitMs, allowance: waitMs > 0 ? unbounded : await reserveMessages(tx, key, facts) }
  })
}

/** Hands the chunk back and says when it comes again; with the last one the send ends. */
export function giveBackChunk(platform: Platform, data: ChunkData, { key, facts }: HeldChunk, waitMs: number): Promise<void> {
  return platform.db.withOrg(data.orgId, async (tx) => {
    // Campaign and send before their chunks, as everybody locks them.
    await readFacts(tx, data.sendId, { lock: true })
    const end = await releaseChunk(tx, key, waitMs)
    if (!end) return
    if (end.sentUnmetered !== 0) await meterMessages(tx, facts.channel, end.sentUnmetered)
    if (end.againInMs !== null) {
      const startAfter = end.againInMs > 0 ? { startAfter: new Date(Date.now() + end.againInMs) } : {}
      await platform.jobs.send(tx, chunkJob, { orgId: data.orgId, sendId: data.sendId, chunk: data.chunk }, startAfter)
    }
    await queueChunks(platform, tx, data.sendId)
    await finishIfDone(platform, tx, data.sendId)
    await signal(tx, { kind: 'campaign', orgId: facts.orgId, campaignId: facts.campaignId })
  })
}

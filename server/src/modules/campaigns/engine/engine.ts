import { AppError } from '../../../platform/errors.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nameWorker } from '../../../platform/jobs/worker-name.ts'
import { buildSend } from './build-send.ts'
import { chunkLeases, leaseOf } from './chunk-store.ts'
import { createFaults } from './faults.ts'
import { createMessageSlots } from './message-slots.ts'
import { pauseBySystem, pauseForFault } from './guard.ts'
import { handBackChunk, leaseChunk } from './lease-chunk.ts'
import type { LeasedChunk } from './lease-chunk.ts'
import { chunkJob } from './jobs.ts'
import type { BuildData, ChunkData } from './jobs.ts'
import { createFlow, createWatch } from './make-flow.ts'
import type { EngineParts } from './parts.ts'

export interface Engine {
  build(data: BuildData, signal: AbortSignal): Promise<void>
  /** Sends a chunk as far as possible now. Resolves when it is done, handed back or lost to another worker. */
  sendChunk(data: ChunkData, signal: AbortSignal): Promise<void>
  /** Takes nothing new, finishes messages in flight and hands the chunks back, within the time. */
  stop(graceMs: number): Promise<void>
}

/** The retry comes later than the end of a stopping process, so that the queue does not ask it again. */
const afterStopMs = 1_500

/** Sends campaigns inside this process: chunks by their leases, messages up to the bound of CAMPAIGN_IN_FLIGHT. */
export function createEngine(platform: Platform, parts: EngineParts, owner: string = nameWorker()): Engine {
  const { config, db } = platform
  const table = chunkLeases(config.campaignLeaseMs)
  // The repeat of a failed job finds the chunk free.
  const runner = new LeaseRunner({ platform, table, slots: Infinity, retryMs: 0, owner, run: () => Promise.resolve() })
  const messageSlots = createMessageSlots(config.campaignInFlight)
  const faults = createFaults()
  const watch = createWatch(platform)

  const send = async (data: ChunkData, held: LeasedChunk, lease: LeaseHandle, abort: AbortSignal): Promise<void> => {
    const { outlet } = held
    const slots = messageSlots.join(data.orgId, outlet.account.id)
    const flow = createFlow(platform, parts, held, { slots, lease, watch, faults: faults.of(data.sendId) })
    const onAbort = () => flow.stop('stopped')
    abort.addEventListener('abort', onAbort)
    if (abort.aborted) flow.stop('stopped')
    lease.whenStopping(onAbort)
    try {
      const end = await flow.run()
      const { fault } = end
      const { count, usedUp } = held.allowance
      // A recipient was waiting. Without one the send completes: contacts that may not be reached were skipped.
      if (usedUp !== null && count === 0 && end.why === 'resting')
        await db.withOrg(data.orgId, (tx) => pauseBySystem(platform, tx, data.sendId, usedUp))
      if (fault) await db.withOrg(data.orgId, (tx) => pauseForFault(platform, tx, data.sendId, fault))
      // The server answered, so the circuit breaker may reset.
      if (outlet.account.failures > 0 && end.why !== 'resting' && !fault)
        await db.withOrg(data.orgId, (tx) => parts.reportHealth(tx, outlet.account.id, { ok: true }))
      await handBackChunk(platform, data, held, end.waitMs)
    } finally {
      abort.removeEventListener('abort', onAbort)
      slots.leave()
    }
  }

  const sendChunk = async (data: ChunkData, abort: AbortSignal): Promise<void> => {
    if (runner.isStopping || abort.aborted) {
      const startAfter = new Date(Date.now() + afterStopMs)
      return db.withOrg(data.orgId, (tx) => platform.jobs.send(tx, chunkJob, data, { startAfter }))
    }
    const heldAt = performance.now()
    const held = await leaseChunk(platform, parts, data, { owner, leaseMs: table.leaseMs }).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      // No account or no sender: a member must fix it first.
      await db.withOrg(data.orgId, (tx) => pauseBySystem(platform, tx, data.sendId, error.text))
      return null
    })
    if (!held) return
    const { waitMs } = held
    const work = (lease: LeaseHandle) => (waitMs > 0 ? handBackChunk(platform, data, held, waitMs) : send(data, held, lease, abort))
    await runner.hold(leaseOf(data.orgId, held.key), work, heldAt)
  }

  return {
    build: (data, abort) => buildSend(platform, parts, data, abort),
    sendChunk,
    stop: (graceMs) => runner.stop(graceMs),
  }
}

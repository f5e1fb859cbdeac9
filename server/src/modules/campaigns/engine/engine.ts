import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nameWorker } from '../../../platform/jobs/worker-name.ts'
import { buildSend } from './build-send.ts'
import type { ChunkFlow } from './chunk-flow.ts'
import { abandonChunk, ChunkLostError, extendLeases } from './chunk-store.ts'
import type { ChunkKey } from './chunk-store.ts'
import { createFaults } from './faults.ts'
import { createFlights } from './flights.ts'
import { pauseBySystem, pauseForFault } from './guard.ts'
import { giveBackChunk, holdChunk } from './hold-chunk.ts'
import type { HeldChunk } from './hold-chunk.ts'
import { chunkJob } from './jobs.ts'
import type { BuildData, ChunkData } from './jobs.ts'
import { createFlow, createWatch } from './make-flow.ts'
import type { EngineParts } from './parts.ts'

export interface Engine {
  build(data: BuildData, signal: AbortSignal): Promise<void>
  /** Sends a chunk as far as it goes now. Resolves when it is done, given back or another worker's. */
  sendChunk(data: ChunkData, signal: AbortSignal): Promise<void>
  /** Takes nothing new, finishes what is in flight and gives the chunks back, within the time. */
  stop(graceMs: number): Promise<void>
}

/** The queue is told later than it would ask a process again that is about to end. */
const afterStopMs = 1_500

type Flows = Map<ChunkFlow, { key: ChunkKey; done: Promise<void> }>

/** Extends the leases of all chunks in hand, and tells each by when, on the clock that never jumps. */
function startBeat({ db, log }: Platform, flows: Flows, owner: string, leaseMs: number): NodeJS.Timeout {
  const beat = () => {
    if (flows.size === 0) return
    const askedAt = performance.now()
    const inHand = [...flows.values()].map(({ key }) => key)
    db.withSystem((tx) => extendLeases(tx, owner, inHand, leaseMs)).then(
      (kept) => {
        for (const [flow, { key }] of flows)
          if (kept.some((each) => each.sendId === key.sendId && each.chunk === key.chunk && each.epoch === key.epoch)) flow.extend(askedAt)
      },
      (error: unknown) => log.warn({ err: error }, 'leases of chunks could not be extended'),
    )
  }
  // The work in hand keeps the process alive, not this.
  return setInterval(beat, leaseMs / 4).unref()
}

/** Sends campaigns inside this process: chunks by their leases, messages up to the bound of CAMPAIGN_IN_FLIGHT. */
export function createEngine(platform: Platform, parts: EngineParts, owner: string = nameWorker()): Engine {
  const { config, db, log } = platform
  const lease = { owner, leaseMs: config.campaignLeaseMs }
  const flights = createFlights(config.campaignInFlight)
  const faults = createFaults()
  const watch = createWatch(platform)
  const flows: Flows = new Map()
  const beat = startBeat(platform, flows, owner, lease.leaseMs)
  let stopping = false

  /** The job fails and is repeated, and finds the chunk free. Where not even that can be written, the lease runs out. @throws what failed, unless the chunk is another's */
  const letGo = async (data: ChunkData, { key }: HeldChunk, error: unknown): Promise<void> => {
    if (error instanceof ChunkLostError) return log.warn({ err: error }, 'another worker has taken a chunk over')
    await db
      .withOrg(data.orgId, (tx) => abandonChunk(tx, key))
      .catch((again: unknown) => log.warn({ err: again, sendId: data.sendId }, 'the lease of a chunk could not be given up'))
    throw error
  }

  const send = async (data: ChunkData, held: HeldChunk, heldAt: number, abort: AbortSignal): Promise<void> => {
    const { outlet, key } = held
    const seat = flights.join(data.orgId, outlet.account.id)
    const flow = createFlow(platform, parts, held, { seat, heldAt, watch, faults: faults.of(data.sendId) })
    const { promise: done, resolve } = Promise.withResolvers<void>()
    flows.set(flow, { key, done })
    const onAbort = () => flow.stop('stopped')
    abort.addEventListener('abort', onAbort)
    if (abort.aborted || stopping) flow.stop('stopped')
    try {
      const end = await flow.run()
      const { fault } = end
      const { count, usedUp } = held.allowance
      // There was somebody to send to. Who may not be sent to was skipped, so that a send with nobody else comes to its end.
      if (usedUp !== null && count === 0 && end.why === 'resting')
        await db.withOrg(data.orgId, (tx) => pauseBySystem(platform, tx, data.sendId, usedUp))
      if (fault) await db.withOrg(data.orgId, (tx) => pauseForFault(platform, tx, data.sendId, fault))
      // Somebody was there, so the breaker may forget what went before.
      if (outlet.account.failures > 0 && end.why !== 'resting' && !fault)
        await db.withOrg(data.orgId, (tx) => parts.reportHealth(tx, outlet.account.id, { ok: true }))
      await giveBackChunk(platform, data, held, end.waitMs)
    } catch (error) {
      await letGo(data, held, error)
    } finally {
      abort.removeEventListener('abort', onAbort)
      seat.leave()
      flows.delete(flow)
      resolve()
    }
  }

  const sendChunk = async (data: ChunkData, abort: AbortSignal): Promise<void> => {
    if (stopping || abort.aborted) {
      const startAfter = new Date(Date.now() + afterStopMs)
      return db.withOrg(data.orgId, (tx) => platform.jobs.send(tx, chunkJob, data, { startAfter }))
    }
    const heldAt = performance.now()
    const held = await holdChunk(platform, parts, data, lease).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      // No account, no sender: somebody has to do something first.
      await db.withOrg(data.orgId, (tx) => pauseBySystem(platform, tx, data.sendId, error.message))
      return null
    })
    if (!held) return
    if (held.waitMs > 0) await giveBackChunk(platform, data, held, held.waitMs).catch((error: unknown) => letGo(data, held, error))
    else await send(data, held, heldAt, abort)
  }

  return {
    build: (data, abort) => buildSend(platform, parts, data, abort),
    sendChunk,
    stop: async (graceMs) => {
      stopping = true
      for (const flow of flows.keys()) flow.stop('stopped')
      const timeout = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.all([...flows.values()].map((each) => each.done)), timeout])
      clearInterval(beat)
    },
  }
}

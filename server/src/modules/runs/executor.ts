import { hostname } from 'node:os'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { advanceRun, takeRun } from './advance-run.ts'
import type { StopReason } from './advance-run.ts'
import { advanceJob } from './start-run.ts'
import { extendLeases, releaseRun } from './store.ts'

export const leaseMs = 20_000
const beatEveryMs = 5_000
/** Of one organization at a time, so that a flood of one tenant leaves places to the others (SEC-45). */
const shareOfOne = 0.75

/** Names this process on this machine; a sweep on the same machine can tell at once whether it still lives. */
export const workerName = `${hostname()}:${process.pid}:${newId().slice(-12)}`

interface InHand {
  orgId: string
  stop: AbortController
  done: Promise<void>
}

export interface Executor {
  /** Takes the run as soon as there is room for it, and works on it. Resolves when it is taken (or there is nothing to take). */
  begin(orgId: string, runId: string): Promise<void>
  cancel(runId: string): void
  stop(graceMs: number): Promise<void>
}

/**
 * Works on runs inside this process, as many at once as configured: they wait for models, not for us. A run's lease in the database
 * is what holds it; its job only says that it is there, and ends as soon as somebody has taken it.
 */
export function createExecutor(platform: Platform, owner: string = workerName): Executor {
  const { config, db, log, metrics } = platform
  const inHand = new Map<string, InHand>()
  const perOrg = new Map<string, number>()
  const waiting: { orgId: string; enter: () => void }[] = []
  const capacity = config.workerConcurrency
  const orgCapacity = Math.max(1, Math.floor(capacity * shareOfOne))
  let taken = 0
  let stopping = false

  const beat = setInterval(() => {
    if (inHand.size === 0) return
    db.withSystem((tx) => extendLeases(tx, owner, leaseMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'leases could not be extended'),
    )
  }, beatEveryMs)

  const hasRoom = (orgId: string) => taken < capacity && (perOrg.get(orgId) ?? 0) < orgCapacity
  const occupy = (orgId: string) => {
    taken += 1
    perOrg.set(orgId, (perOrg.get(orgId) ?? 0) + 1)
  }
  const leave = (orgId: string) => {
    taken -= 1
    const left = (perOrg.get(orgId) ?? 1) - 1
    if (left > 0) perOrg.set(orgId, left)
    else perOrg.delete(orgId)
    const next = waiting.findIndex((each) => hasRoom(each.orgId))
    if (next < 0) return
    const [entering] = waiting.splice(next, 1)
    if (entering) {
      occupy(entering.orgId)
      entering.enter()
    }
  }
  const admit = (orgId: string): Promise<void> => {
    if (hasRoom(orgId)) {
      occupy(orgId)
      return Promise.resolve()
    }
    return new Promise((enter) => waiting.push({ orgId, enter }))
  }

  const work = async (orgId: string, runId: string, session: NonNullable<Awaited<ReturnType<typeof takeRun>>>, stop: AbortController) => {
    metrics.runsInHand.inc()
    if (session.row.recoveries > 0) metrics.recoveries.inc()
    try {
      if (!(await advanceRun(session, stop.signal))) await handBack(platform, orgId, runId, session.row.epoch)
    } catch (error) {
      // The database is away, or a fault of ours: the lease runs out and the run is taken up again.
      log.error({ err: error, orgId, runId }, 'a run was interrupted')
      await handBack(platform, orgId, runId, session.row.epoch, 5_000).catch((cause: unknown) =>
        log.warn({ err: cause, runId }, 'a run could not be handed back'),
      )
    } finally {
      metrics.runsInHand.dec()
      inHand.delete(runId)
      leave(orgId)
    }
  }

  return {
    begin: async (orgId, runId) => {
      await admit(orgId)
      try {
        const session = stopping ? null : await takeRun(platform, orgId, runId, { owner, leaseMs })
        if (!session) return void leave(orgId)
        const stop = new AbortController()
        inHand.set(runId, { orgId, stop, done: work(orgId, runId, session, stop) })
      } catch (error) {
        leave(orgId)
        throw error
      }
    },
    cancel: (runId) => inHand.get(runId)?.stop.abort('cancel' satisfies StopReason),
    stop: async (graceMs) => {
      stopping = true
      for (const each of waiting.splice(0)) each.enter()
      const finished = Promise.all([...inHand.values()].map((each) => each.done))
      await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
      for (const each of inHand.values()) each.stop.abort('hand-back' satisfies StopReason)
      await Promise.all([...inHand.values()].map((each) => each.done))
      clearInterval(beat)
    },
  }
}

/** Frees the run and says that it is there again, in one transaction. */
async function handBack(platform: Platform, orgId: string, runId: string, epoch: number, delayMs = 0): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    if (!(await releaseRun(tx, runId, epoch))) return
    const startAfter = delayMs ? { startAfter: new Date(platform.clock.now().getTime() + delayMs) } : {}
    await platform.jobs.send(tx, advanceJob, { orgId, runId } as { orgId: string }, startAfter)
  })
}

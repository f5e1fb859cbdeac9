import type { Platform } from '../../platform/platform.ts'
import { advanceRun, takeRun } from './advance-run.ts'
import type { StopReason } from './run-context.ts'
import { createRoom } from './room.ts'
import type { RunSession } from './run-session.ts'
import { advanceJob } from './start-run.ts'
import { extendLeases, releaseRun } from './store.ts'
import { nameWorker } from '../../platform/jobs/worker-name.ts'

export interface ExecutorOptions {
  owner?: string
  leaseMs?: number
  beatEveryMs?: number
}

const usualLeaseMs = 20_000
const usualBeatMs = 5_000
/** What no signal reaches (a mail server that is silent) is left behind at the stop; its run is taken up elsewhere. */
const lastWaitMs = 5_000
/** How long a job of an organization that has its share may keep one of the queue's loops, and when it comes again. */
const patienceMs = 1_000
const comeAgainMs = 2_000

interface InHand {
  stop: AbortController
  done: Promise<void>
}

export interface Executor {
  /** Takes the run as soon as there is room for it, and works on it. Resolves when it is taken, queued again, or there is nothing to take. */
  begin(orgId: string, runId: string): Promise<void>
  cancel(runId: string): void
  stop(graceMs: number): Promise<void>
}

/**
 * Works on runs inside this process, as many at once as configured: they wait for models, not for us. A run's lease in the database
 * is what holds it; its job only says that it is there, and ends as soon as somebody has taken it.
 */
export function createExecutor(platform: Platform, options: ExecutorOptions = {}): Executor {
  const { owner = nameWorker(), leaseMs = usualLeaseMs, beatEveryMs = usualBeatMs } = options
  const { config, db, log, metrics } = platform
  const inHand = new Map<string, InHand>()
  const room = createRoom(config.workerConcurrency)
  let stopping = false

  const cancel = (runId: string) => inHand.get(runId)?.stop.abort('cancel' satisfies StopReason)
  const beat = setInterval(() => {
    if (inHand.size === 0) return
    db.withSystem((tx) => extendLeases(tx, owner, [...inHand.keys()], leaseMs)).then(
      (cancelled) => cancelled.forEach(cancel),
      (error: unknown) => log.warn({ err: error }, 'leases could not be extended'),
    )
  }, beatEveryMs)
  // The work in hand keeps the process alive, not this.
  beat.unref()

  const work = async (session: RunSession, stop: AbortController) => {
    metrics.runsInHand.inc()
    if (session.row.recoveries > 0) metrics.recoveries.inc()
    try {
      if (!(await advanceRun(session, stop.signal))) await handBack(session)
    } catch (error) {
      // The database is away, or a fault of ours: the lease runs out and the run is taken up again.
      log.error({ err: error, orgId: session.orgId, runId: session.id }, 'a run was interrupted')
      await handBack(session, 5_000).catch((cause: unknown) =>
        log.warn({ err: cause, runId: session.id }, 'a run could not be handed back'),
      )
    } finally {
      metrics.runsInHand.dec()
      inHand.delete(session.id)
      room.leave(session.orgId)
    }
  }
  const comeAgain = (orgId: string, runId: string) => db.withOrg(orgId, (tx) => queueAgain(platform, tx, runId, comeAgainMs))

  return {
    begin: async (orgId, runId) => {
      if (stopping || !(await room.enter(orgId, patienceMs))) return comeAgain(orgId, runId)
      let session: RunSession | null
      try {
        session = await takeRun(platform, orgId, runId, { owner, leaseMs })
      } catch (error) {
        room.leave(orgId)
        throw error
      }
      if (!session) return room.leave(orgId)
      const stop = new AbortController()
      // Told to stop while it was being taken.
      if (stopping) stop.abort('hand-back' satisfies StopReason)
      inHand.set(runId, { stop, done: work(session, stop) })
    },
    cancel,
    stop: async (graceMs) => {
      stopping = true
      room.close()
      const finished = () => Promise.all([...inHand.values()].map((each) => each.done))
      await Promise.race([finished(), wait(graceMs)])
      for (const each of inHand.values()) each.stop.abort('hand-back' satisfies StopReason)
      await Promise.race([finished(), wait(lastWaitMs)])
      clearInterval(beat)
    },
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Frees the run and says that it is there again, in one transaction. */
async function handBack({ platform, orgId, id, row }: RunSession, delayMs = 0): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    if (await releaseRun(tx, id, row.epoch)) await queueAgain(platform, tx, id, delayMs)
  })
}

async function queueAgain(platform: Platform, tx: Parameters<typeof releaseRun>[0], runId: string, delayMs: number): Promise<void> {
  const startAfter = delayMs ? { startAfter: new Date(Date.now() + delayMs) } : {}
  await platform.jobs.send(tx, advanceJob, { orgId: tx.orgId, runId }, startAfter)
}

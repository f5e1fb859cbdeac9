import { createBell } from '../../../platform/bell.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nameWorker } from '../../../platform/worker-name.ts'
import { loadMachine } from '../core/machine.ts'
import { recover } from '../core/wake.ts'
import { claimRuns, extendLeases, nextDue } from './claim-runs.ts'
import type { ClaimedRun } from './claim-runs.ts'
import type { Committer } from './committer.ts'
import { Drive, takeSignals } from './drive-run.ts'
import type { DriveNeeds } from './drive-run.ts'
import type { Programs } from './programs.ts'
import { RunSession } from './run-session.ts'
import { leaseMs } from './write-runs.ts'

/** Runs in this process at a time: most of them wait for the world. */
const usualCapacity = 1_000
const mostAtOnce = 500
const beatEveryMs = 5_000
/** Where no signal comes through, due runs are looked for this often. */
const pollEveryMs = 1_000
/** A lease is not trusted to its last moment. */
const marginMs = 2_000
const lastWaitMs = 3_000
const firstId = '00000000-0000-0000-0000-000000000000'

export interface Worker {
  readonly owner: string
  /** Works on a run and answers when it is left or ended. */
  keep(drive: Drive): Promise<void>
  inHand(): number
  isStopping(): boolean
  holdsLeases(): boolean
  stop(graceMs: number): Promise<void>
}

export interface WorkerNeeds {
  platform: Platform
  programs: Programs
  committer: Committer
  onWritten: DriveNeeds['onWritten']
  capacity?: number
}

/** Takes runs that are due and works on them, many at a time, until it is stopped. */
export function createWorker({ platform, programs, committer, onWritten, capacity = usualCapacity }: WorkerNeeds): Worker {
  const owner = nameWorker()
  const drives = new Map<string, Drive>()
  const kept = new Set<Promise<void>>()
  const ended = new AbortController()
  const bell = createBell(ended.signal)
  let stopping = false
  let lastBeat = performance.now()
  /** There was no room for more: due runs are looked for when half of them have gone. */
  let isFull = false
  /** Set while there is a backlog: the organization that was served last. */
  let fairAfter: string | null = null

  const holdsLeases = () => performance.now() - lastBeat < leaseMs - marginMs
  const needs: DriveNeeds = { platform, committer, onWritten, owner, holdsLeases, isStopping: () => stopping }

  const keep = (drive: Drive): Promise<void> => {
    const { runId } = drive.session
    drives.set(runId, drive)
    const done = drive.run().finally(() => {
      drives.delete(runId)
      kept.delete(watched)
      if (isFull && drives.size <= capacity / 2) {
        isFull = false
        bell.ring()
      }
    })
    const watched = done.catch((error: unknown) => {
      // The database is away, or a fault of ours: the lease runs out, and the run is taken up again.
      platform.log.error({ err: error, orgId: drive.session.orgId, runId }, 'a run of a workflow was interrupted')
      drive.abandon('lost')
    })
    kept.add(watched)
    return done
  }

  const beat = async () => {
    const before = performance.now()
    const news = new Map((await platform.db.withSystem((tx) => extendLeases(tx, owner))).map((row) => [row.run_id, row]))
    lastBeat = before
    for (const [runId, drive] of drives) {
      const row = news.get(runId)
      if (!row) continue
      if (row.cancel_requested || row.pause_requested) drive.tell({ cancel: row.cancel_requested, pause: row.pause_requested })
      if (row.signalled) await look(drive)
    }
  }
  const look = async (drive: Drive) => {
    const signals = await takeSignals(platform, drive.session)
    if (signals.length > 0) drive.tell({ signals })
  }
  const hear = async (orgId: string, runId: string) => {
    const drive = drives.get(runId)
    if (!drive) return bell.ring()
    const row = await platform.db.withOrg(orgId, (tx) =>
      tx
        .selectFrom('workflow_live')
        .select(['cancel_requested', 'pause_requested', 'signalled', 'lease_owner'])
        .where('run_id', '=', runId)
        .executeTakeFirst(),
    )
    if (row?.lease_owner !== owner) return bell.ring()
    drive.tell({ cancel: row.cancel_requested, pause: row.pause_requested })
    if (row.signalled) await look(drive)
  }
  const quietly = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => platform.log.warn({ err: error }, 'the worker of workflows was disturbed'))

  const off = platform.live.on((message) => {
    if (message.kind === 'workflow-run' && message.ready) quietly(hear(message.orgId, message.runId))
  })
  const offGap = platform.live.onGap(() => bell.ring())
  const beating = setInterval(() => quietly(beat()), beatEveryMs)

  const claim = async (): Promise<number> => {
    const most = Math.min(mostAtOnce, capacity - drives.size)
    const now = platform.clock.now()
    const claimed = await platform.db.withSystem((tx) => claimRuns(tx, { owner, now, most, fairAfter }))
    // A full batch of the oldest may be one organization's alone.
    if (fairAfter === null) fairAfter = claimed.length === most ? firstId : null
    else fairAfter = nextOrganization(claimed)
    for (const run of claimed) quietly(take(run))
    return claimed.length
  }
  const take = async (run: ClaimedRun) => {
    const program = await programOf(programs, platform, run)
    const { stored } = run
    const now = Math.max(platform.clock.now().getTime(), run.wakeAt.getTime())
    const machine = loadMachine(program, stored.state, stored.facts, now, run.payloads)
    recover(machine)
    const { concurrency } = program.settings
    const session = new RunSession({
      machine,
      version: stored.version,
      trigger: stored.trigger,
      parent: stored.parent,
      status: stored.status,
      fresh: null,
      epoch: run.epoch,
      concurrency:
        run.concurrencyKey === null || !concurrency
          ? null
          : {
              key: run.concurrencyKey,
              limit: concurrency.limit,
            },
    })
    session.isCancelled = run.isCancelled
    session.isPaused = run.isPaused && !run.isCancelled
    await keep(new Drive(needs, session, run.signals))
  }

  const loop = async () => {
    while (!stopping) {
      let waitMs = pollEveryMs
      try {
        const wasFair = fairAfter !== null
        if (drives.size < capacity) {
          if ((await claim()) > 0 || wasFair) continue
          const due = await platform.db.withSystem(nextDue)
          if (due !== null) waitMs = Math.min(pollEveryMs, Math.max(5, due.getTime() - platform.clock.now().getTime()))
        } else isFull = true
      } catch (error) {
        platform.log.warn({ err: error }, 'due runs of workflows could not be taken')
      }
      await bell.next(waitMs)
    }
  }
  const looping = loop()

  return {
    owner,
    keep,
    inHand: () => drives.size,
    isStopping: () => stopping,
    holdsLeases,
    stop: async (graceMs) => {
      stopping = true
      bell.ring()
      for (const drive of drives.values()) drive.tell({})
      const finished = async () => {
        await looping
        while (kept.size > 0) await Promise.all(kept)
      }
      await Promise.race([finished(), wait(graceMs)])
      const left = [...drives.values()]
      for (const drive of left) drive.abandon('stop')
      await Promise.race([finished(), wait(lastWaitMs)])
      await handBack(platform, owner).catch((error: unknown) => platform.log.warn({ err: error }, 'runs could not be handed back'))
      clearInterval(beating)
      off()
      offGap()
      ended.abort()
      bell.close()
    },
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** The organization after which the next fair claim begins; null for the oldest of all. */
function nextOrganization(claimed: readonly ClaimedRun[]): string | null {
  if (claimed.length === 0) return null
  const ids = claimed.map((run) => run.orgId).toSorted()
  const last = ids.at(-1) ?? null
  // One organization alone is served by larger batches in between.
  return ids[0] === last ? null : last
}

async function programOf(programs: Programs, { db }: Platform, { orgId, runId, workflowId, stored }: ClaimedRun) {
  const known = programs.known(orgId, workflowId, stored.version)
  if (known) return known
  return db.withOrg(orgId, (tx) => (stored.version === 0 ? programs.ofRun(tx, runId) : programs.ofVersion(tx, workflowId, stored.version)))
}

/** Leaves to others what this worker still has. */
async function handBack({ db, clock }: Platform, owner: string): Promise<void> {
  await db.withSystem((tx) =>
    tx
      .updateTable('workflow_live')
      .set({ status: 'ready', lease_owner: null, lease_until: null, wake_at: clock.now() })
      .where('status', '=', 'leased')
      .where('lease_owner', '=', owner)
      .execute(),
  )
}

import { createBell } from '../../../platform/events/bell.ts'
import type { Bell } from '../../../platform/events/bell.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nameWorker } from '../../../platform/jobs/worker-name.ts'
import { claimRuns, handBack, nextDue } from './claim-runs.ts'
import type { ClaimedRun } from './claim-runs.ts'
import type { Committer } from './committer.ts'
import { Drive } from './drive-run.ts'
import type { DriveNeeds } from './drive-run.ts'
import { DrivesInHand } from './drives-in-hand.ts'
import { LeaseKeeper } from './lease-keeper.ts'
import type { Programs } from './programs.ts'
import { takeUpRun } from './take-up-run.ts'

/** Runs in this process at a time: most of them wait for the world. */
const usualCapacity = 1_000
const mostAtOnce = 500
/** Where no signal comes through, due runs are looked for this often. */
const pollEveryMs = 1_000
const lastWaitMs = 3_000
const firstId = '00000000-0000-0000-0000-000000000000'

export interface WorkerNeeds {
  platform: Platform
  programs: Programs
  committer: Committer
  onWritten: DriveNeeds['onWritten']
  capacity?: number
}

/** Takes runs that are due and works on them, many at a time, until it is stopped. */
export function createWorker(needs: WorkerNeeds): Worker {
  const worker = new Worker(needs)
  worker.begin()
  return worker
}

/** What works on the runs that this process has taken. */
export class Worker {
  readonly owner = nameWorker()
  readonly #platform: Platform
  readonly #programs: Programs
  readonly #capacity: number
  readonly #driveNeeds: DriveNeeds
  readonly #drives: DrivesInHand
  readonly #leases: LeaseKeeper
  readonly #ended = new AbortController()
  readonly #bell: Bell = createBell(this.#ended.signal)
  #looping: Promise<void> | undefined
  #isStopping = false
  /** There was no room for more: due runs are looked for when half of them have gone. */
  #isFull = false
  /** Set while there is a backlog: the organization that was served last. */
  #fairAfter: string | null = null

  constructor({ platform, programs, committer, onWritten, capacity = usualCapacity }: WorkerNeeds) {
    const { owner } = this
    this.#platform = platform
    this.#programs = programs
    this.#capacity = capacity
    this.#drives = new DrivesInHand(platform.log, { onLeft: () => this.#noteRoom(), onDropped: (run) => this.#leases.drop(run) })
    this.#leases = new LeaseKeeper({ platform, owner, drives: this.#drives, onDue: () => this.#bell.ring() })
    this.#driveNeeds = {
      platform,
      committer,
      onWritten,
      owner,
      holdsLeases: () => this.holdsLeases(),
      isStopping: () => this.isStopping(),
    }
  }

  /** Begins to look for runs that are due. */
  begin(): void {
    this.#leases.begin()
    this.#looping = this.#loop()
  }

  /** Works on a run and answers when it is left or ended. */
  keep(drive: Drive): Promise<void> {
    return this.#drives.keep(drive)
  }

  inHand(): number {
    return this.#drives.size
  }

  isStopping(): boolean {
    return this.#isStopping
  }

  holdsLeases(): boolean {
    return this.#leases.holdsLeases()
  }

  /** Takes no more, and leaves to others what is still in hand after this time. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.#bell.ring()
    for (const drive of this.#drives) drive.tell({})
    await Promise.race([this.#finished(), wait(graceMs)])
    for (const drive of this.#drives) drive.abandon('stop')
    await Promise.race([this.#finished(), wait(lastWaitMs)])
    await handBack(this.#platform, this.owner).catch((error: unknown) =>
      this.#platform.log.warn({ err: error }, 'runs could not be handed back'),
    )
    this.#leases.end()
    this.#ended.abort()
    this.#bell.close()
  }

  async #finished(): Promise<void> {
    await this.#looping
    await this.#drives.left()
  }

  #noteRoom(): void {
    if (!this.#isFull || this.#drives.size > this.#capacity / 2) return
    this.#isFull = false
    this.#bell.ring()
  }

  async #loop(): Promise<void> {
    while (!this.#isStopping) {
      let waitMs: number | null = pollEveryMs
      try {
        waitMs = await this.#look()
      } catch (error) {
        this.#platform.log.warn({ err: error }, 'due runs of workflows could not be taken')
      }
      if (waitMs !== null) await this.#bell.next(waitMs)
    }
  }

  /** Takes what is due. How long there is nothing to be looked for, unless it rings; null where there may be more. */
  async #look(): Promise<number | null> {
    if (this.#drives.size >= this.#capacity) {
      this.#isFull = true
      return pollEveryMs
    }
    const wasFair = this.#fairAfter !== null
    if ((await this.#claim()) > 0 || wasFair) return null
    const due = await this.#platform.db.withSystem(nextDue)
    if (due === null) return pollEveryMs
    return Math.min(pollEveryMs, Math.max(5, due.getTime() - this.#platform.clock.now().getTime()))
  }

  async #claim(): Promise<number> {
    const { db, clock } = this.#platform
    const { owner } = this
    const fairAfter = this.#fairAfter
    const most = Math.min(mostAtOnce, this.#capacity - this.#drives.size)
    const now = clock.now()
    const claimed = await db.withSystem((tx) => claimRuns(tx, { owner, now, most, fairAfter }))
    // A full batch of the oldest may be one organization's alone.
    if (fairAfter === null) this.#fairAfter = claimed.length === most ? firstId : null
    else this.#fairAfter = nextOrganization(claimed)
    for (const run of claimed) void this.#take(run)
    return claimed.length
  }

  async #take(run: ClaimedRun): Promise<void> {
    try {
      const session = await takeUpRun(this.#platform, this.#programs, run)
      await this.keep(new Drive(this.#driveNeeds, session, run.signals))
    } catch (error) {
      this.#leases.drop(run)
      this.#platform.log.warn({ err: error }, 'the worker of workflows was disturbed')
    }
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

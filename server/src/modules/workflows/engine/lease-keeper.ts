import type { Platform } from '../../../platform/platform.ts'
import { extendLeases } from './claim-runs.ts'
import type { DrivesInHand } from './drives-in-hand.ts'
import { leaseMs } from './write-runs.ts'

const beatEveryMs = 5_000
/** A lease is not trusted to its last moment. */
const marginMs = 2_000

export interface LeaseKeeperNeeds {
  platform: Platform
  owner: string
  drives: DrivesInHand
  /** Some run is due that is not in hand, or may be. */
  onDue: () => void
}

/** Keeps the leases of a worker, and tells its runs what came for them and what is wanted of them. */
export class LeaseKeeper {
  readonly #needs: LeaseKeeperNeeds
  /** By run, the epoch. */
  readonly #dropped = new Map<string, number>()
  #lastBeat = performance.now()
  #end: () => void = () => undefined

  constructor(needs: LeaseKeeperNeeds) {
    this.#needs = needs
  }

  /** Beats and listens until it is ended. */
  begin(): void {
    const { platform, onDue } = this.#needs
    const off = platform.live.on((message) => {
      if (message.kind === 'workflow-run' && message.ready) this.#quietly(this.#hear(message.orgId, message.runId))
    })
    const offGap = platform.live.onGap(onDue)
    const beating = setInterval(() => this.#quietly(this.#beat()), beatEveryMs)
    this.#end = () => {
      clearInterval(beating)
      off()
      offGap()
    }
  }

  end(): void {
    this.#end()
  }

  /** True while what this worker holds is surely its own. */
  holdsLeases(): boolean {
    return performance.now() - this.#lastBeat < leaseMs - marginMs
  }

  /** A run of which this worker let go without having written it: its lease ends, and is not extended until somebody has taken it up. */
  drop({ runId, epoch }: { runId: string; epoch: number }): void {
    this.#dropped.set(runId, epoch)
  }

  /** Extends all leases; what a lost signal would have said is read with them. */
  async #beat(): Promise<void> {
    const { platform, owner, drives } = this.#needs
    const before = performance.now()
    const dropped = new Map(this.#dropped)
    const rows = await platform.db.withSystem((tx) => extendLeases(tx, owner, dropped))
    this.#lastBeat = before
    const news = new Map(rows.map((row) => [row.run_id, row]))
    for (const [runId, epoch] of dropped)
      if (news.get(runId)?.epoch !== epoch && this.#dropped.get(runId) === epoch) this.#dropped.delete(runId)
    for (const drive of drives) {
      const row = news.get(drive.session.runId)
      if (!row) continue
      const { cancel_requested: cancel, pause_requested: pause, signalled: isSignalled, is_suspended: isResting } = row
      if (cancel || pause || isSignalled || isResting !== drive.isResting) drive.tell({ cancel, pause, isSignalled, isResting })
    }
  }

  async #hear(orgId: string, runId: string): Promise<void> {
    const { platform, owner, drives, onDue } = this.#needs
    const drive = drives.of(runId)
    if (!drive) return onDue()
    const row = await platform.db.withOrg(orgId, (tx) =>
      tx
        .selectFrom('workflow_live')
        .select(['cancel_requested', 'pause_requested', 'signalled', 'lease_owner'])
        .where('run_id', '=', runId)
        .executeTakeFirst(),
    )
    if (row?.lease_owner !== owner) return onDue()
    drive.tell({ cancel: row.cancel_requested, pause: row.pause_requested, isSignalled: row.signalled })
  }

  #quietly(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#needs.platform.log.warn({ err: error }, 'the worker of workflows was disturbed'))
  }
}

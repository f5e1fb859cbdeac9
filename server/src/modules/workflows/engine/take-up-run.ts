import type { Platform } from '../../../platform/platform.ts'
import { loadMachine } from '../core/machine.ts'
import { recover } from '../core/wake.ts'
import type { ClaimedRun } from './claim-runs.ts'
import type { Programs } from './programs.ts'
import { RunSession } from './run-session.ts'

/** A claimed run as it was written last, ready to go on. */
export async function takeUpRun(platform: Platform, programs: Programs, run: ClaimedRun): Promise<RunSession> {
  const program = await programOf(platform, programs, run)
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
    concurrency: run.concurrencyKey === null || !concurrency ? null : { key: run.concurrencyKey, limit: concurrency.limit },
  })
  session.isCancelled = run.isCancelled
  session.isPaused = run.isPaused && !run.isCancelled
  return session
}

async function programOf({ db }: Platform, programs: Programs, { orgId, runId, workflowId, stored }: ClaimedRun) {
  const known = programs.known(orgId, workflowId, stored.version)
  if (known) return known
  return db.withOrg(orgId, (tx) => (stored.version === 0 ? programs.ofRun(tx, runId) : programs.ofVersion(tx, workflowId, stored.version)))
}

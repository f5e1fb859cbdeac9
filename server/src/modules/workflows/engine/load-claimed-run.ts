import type { Platform } from '../../../platform/platform.ts'
import { loadMachine } from '../core/machine.ts'
import { recover } from '../core/wake.ts'
import type { LiveRun } from './live-runs-store.ts'
import type { Programs } from './programs.ts'
import { RunSession } from './run-session.ts'

/** A claimed run as it was written last, ready to go on. */
export async function loadClaimedRun(platform: Platform, programs: Programs, { orgId, key, epoch, row }: LiveRun): Promise<RunSession> {
  const stored = row.state
  const program = await programOf(platform, programs, { orgId, runId: key.run_id, workflowId: row.workflow_id, version: stored.version })
  const now = Math.max(platform.clock.now().getTime(), row.wake_at.getTime())
  const machine = loadMachine(program, stored.state, stored.facts, now, row.payloads ?? new Map())
  recover(machine)
  const { concurrency } = program.settings
  const session = new RunSession({
    machine,
    version: stored.version,
    trigger: stored.trigger,
    parent: stored.parent,
    status: stored.status,
    fresh: null,
    epoch,
    concurrency: row.concurrency_key === null || !concurrency ? null : { key: row.concurrency_key, limit: concurrency.limit },
  })
  session.isCancelled = row.cancel_requested
  session.isPaused = row.pause_requested && !row.cancel_requested
  return session
}

async function programOf(
  { db }: Platform,
  programs: Programs,
  { orgId, runId, workflowId, version }: { orgId: string; runId: string; workflowId: string; version: number },
) {
  const known = programs.known(orgId, workflowId, version)
  if (known) return known
  return db.withOrg(orgId, (tx) => (version === 0 ? programs.ofRun(tx, runId) : programs.ofVersion(tx, workflowId, version)))
}

import { sql } from 'kysely'
import type { Tick } from '../../../platform/module.ts'
import type { Platform } from '../../../platform/platform.ts'
import { signal } from '../../../platform/live.ts'
import { reapLeases } from './claim-runs.ts'

const reapEveryMs = 2_000
const sweepEveryMs = 600_000

/** What the engine owes by itself: runs whose worker is gone, start keys and payloads whose time is over. */
export const engineTicks = (platform: Platform): Tick[] => [
  { name: 'reap-workflow-runs', everyMs: reapEveryMs, run: () => reapRuns(platform) },
  { name: 'sweep-workflow-rows', everyMs: sweepEveryMs, run: () => sweepRows(platform) },
]

/** Frees runs whose worker is gone; how many. */
export async function reapRuns({ db, clock, log }: Platform): Promise<number> {
  return db.withSystem(async (tx) => {
    const reaped = await reapLeases(tx, clock.now())
    for (const { orgId, runId, isQuarantined } of reaped) {
      log.warn({ orgId, runId }, isQuarantined ? 'a run of a workflow was quarantined' : 'a run of a workflow lost its worker')
      await signal(tx, { kind: 'workflow-run', orgId, runId, ready: !isQuarantined })
    }
    return reaped.length
  })
}

/** The same key starts another run after a day; payloads live as long as the organization says, and as their run goes on. */
export async function sweepRows({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  await db.withSystem(async (tx) => {
    await sql`delete from app.workflow_starts where at < ${now}::timestamptz - interval '1 day'`.execute(tx)
    await sql`
      delete from app.workflow_payloads p where p.expires_at < ${now}
        and not exists (select 1 from app.workflow_live l where l.org_id = p.org_id and l.run_id = p.run_id)`.execute(tx)
  })
}

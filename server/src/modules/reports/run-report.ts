import type { ReportRun } from '@imperium/contract/reports/reports.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { organizationsWith } from '../../platform/db/organizations-with.ts'
import { eachOrganization } from '../../platform/each-organization.ts'
import { notFound } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { isSuspended } from '../organizations/index.ts'
import { computeSafely } from './compute-answer.ts'
import { mailRun } from './mail-run.ts'
import { findDefinition, readReport } from './present-report.ts'
import { beginRun, endRun, insertRun, openRunOf, stuckRuns, toRun } from './run-store.ts'
import { lastSlot, nextSlot } from './schedule/find-slot.ts'
import { claimDueReport, scheduleOf, writeReport } from './store.ts'

const jobName = 'reports.run'
/** A run that fails so often has failed. */
const mostAttempts = 3
/** After that a run that nothing finished is taken up again. */
const stuckAfterMs = 10 * 60_000
const mostStuck = 100
/** Slots of one organization in a round. */
const mostDue = 200

interface RunJob {
  orgId: string
  runId: string
}

/** Queues a run; one that waits or works already is that run. @throws 404 */
export async function startRun(platform: Platform, context: OrgContext, reportId: string): Promise<ReportRun> {
  const { tx, audit } = context
  const report = await readReport(tx, context, reportId)
  const open = await openRunOf(tx, reportId)
  if (open) return toRun(open)
  const run = await queueRun(platform, tx, reportId, null)
  if (!run) throw new Error('a manual run was not written')
  audit({ targetId: reportId, targetName: report.name, after: { runId: run.id } })
  return run
}

/** Writes the run and its job; undefined where the slot has its run. */
export async function queueRun(platform: Platform, tx: OrgTx, reportId: string, slot: Date | null): Promise<ReportRun | undefined> {
  const run = await insertRun(tx, reportId, slot)
  if (run) await platform.jobs.send<RunJob>(tx, jobName, { orgId: tx.orgId, runId: run.id })
  return run
}

export const runJob = (platform: Platform): JobDefinition<RunJob> => ({
  name: jobName,
  lane: 'bulk',
  run: async ({ orgId, runId }) => performRun(platform, orgId, runId),
})

/** Computes and keeps the figures, then mails them: each step does nothing where an earlier try has done it. */
async function performRun(platform: Platform, orgId: string, runId: string): Promise<void> {
  const { clock, db } = platform
  const begun = await db.withOrg(orgId, (tx) => beginRun(tx, runId, clock.now()))
  if (!begun) return mailRun(platform, orgId, runId)
  const definition = await db.withOrg(orgId, (tx) => findDefinition(tx, begun.report_id, 'en'))
  // The report was deleted meanwhile, and its runs with it.
  if (!definition) return
  try {
    const answer = await computeSafely(platform, orgId, { definition, language: 'en', now: begun.slot ?? clock.now() })
    await db.withOrg(orgId, (tx) => endRun(tx, runId, { state: 'done', answer }, clock.now()))
  } catch (error) {
    if (begun.attempts < mostAttempts) throw error
    platform.log.error({ orgId, runId, err: error }, 'a report could not be computed')
    await db.withOrg(orgId, (tx) => endRun(tx, runId, { state: 'failed', failure: 'The figures could not be computed.' }, clock.now()))
  }
  await mailRun(platform, orgId, runId)
}

/** Makes the runs of the slots that have come: each slot and the step to the next one in one transaction, so a slot has one run. */
export async function runDueReports(platform: Platform): Promise<void> {
  const isDue = sql<SqlBool>`r.next_at <= ${platform.clock.now()}`
  const list = (tx: SystemTx, after: string | null, limit: number) => organizationsWith(tx, 'reports', isDue, { after, limit })
  await eachOrganization(platform, list, (orgId) => runDueOf(platform, orgId), 'scheduled reports of an organization could not be started')
}

async function runDueOf(platform: Platform, orgId: string): Promise<void> {
  for (let count = 0; count < mostDue; count++) {
    const isMore = await platform.db.withOrg(orgId, async (tx) => {
      if (await isSuspended(tx)) return false
      const now = platform.clock.now()
      const row = await claimDueReport(tx, now)
      const schedule = row && scheduleOf(row)
      if (!row || !schedule) return false
      // Of slots that passed while nothing worked, the last one runs.
      await queueRun(platform, tx, row.id, lastSlot(schedule, now))
      await writeReport(tx, row.id, { next_at: nextSlot(schedule, now) })
      return true
    })
    if (!isMore) return
  }
}

/** Queues runs again whose process died or whose job was lost. */
export async function freeStuckRuns(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - stuckAfterMs)
  const stuck = await platform.db.withSystem((tx) => stuckRuns(tx, before, mostStuck))
  for (const { orgId, id } of stuck) await platform.db.withOrg(orgId, (tx) => platform.jobs.send<RunJob>(tx, jobName, { orgId, runId: id }))
}

/** @throws 404 for a report that is not there. */
export const definitionOf = async (tx: OrgTx, id: string, language: Parameters<typeof findDefinition>[2]) => {
  const definition = await findDefinition(tx, id, language)
  if (!definition) throw notFound()
  return definition
}

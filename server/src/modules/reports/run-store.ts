import { sql } from 'kysely'
import { MetricAnswer } from '@imperium/contract/analytics/analytics.ts'
import { ReportRun } from '@imperium/contract/reports/reports.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'
import { newId } from '../../platform/ids.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { isInUse } from '../organizations/index.ts'

const columns = ['id', 'report_id', 'state', 'cause', 'slot', 'created_at', 'finished_at', 'failure'] as const

export const toRun = replyOf(ReportRun)

const selectRuns = (tx: OrgTx) => tx.selectFrom('report_runs').select(columns)

export const newestRuns = (tx: OrgTx, reportId: string, limit: number) =>
  selectRuns(tx).where('report_id', '=', reportId).orderBy('id', 'desc').limit(limit).execute()

/** The newest run of each report. */
export async function lastRuns(tx: OrgTx): Promise<Map<string, ReportRun>> {
  const rows = await selectRuns(tx).distinctOn('report_id').orderBy('report_id').orderBy('id', 'desc').execute()
  return new Map(rows.map((row) => [row.report_id, toRun(row)]))
}

/** A run and the figures that it kept, parsed as they were written: those of an older version lack what came later. */
export async function findRun(tx: OrgTx, id: string): Promise<{ run: ReportRun; answer: MetricAnswer | null } | undefined> {
  const row = await selectRuns(tx).select('answer').where('id', '=', id).executeTakeFirst()
  return row && { run: toRun(row), answer: row.answer === null ? null : MetricAnswer.parse(row.answer) }
}

/** The newest run of a report that is done. */
export async function lastDoneRun(tx: OrgTx, reportId: string): Promise<{ run: ReportRun; answer: MetricAnswer } | undefined> {
  const row = await selectRuns(tx)
    .select('answer')
    .where('report_id', '=', reportId)
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { run: toRun(row), answer: MetricAnswer.parse(row.answer) }
}

/** A new run; undefined where the slot has one already. */
export async function insertRun(tx: OrgTx, reportId: string, slot: Date | null): Promise<ReportRun | undefined> {
  const row = await tx
    .insertInto('report_runs')
    .values({ org_id: tx.orgId, id: newId(), report_id: reportId, cause: slot ? 'schedule' : 'manual', slot })
    .onConflict((on) => on.columns(['org_id', 'report_id', 'slot']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && toRun(row)
}

export const openRunOf = (tx: OrgTx, reportId: string) =>
  selectRuns(tx)
    .where('report_id', '=', reportId)
    .where('state', 'in', ['queued', 'running'])
    .where('cause', '=', 'manual')
    .limit(1)
    .executeTakeFirst()

/** Begins a run that is not at its end, also one that another process began and left. */
export async function beginRun(tx: OrgTx, id: string, now: Date) {
  return tx
    .updateTable('report_runs')
    .set({ state: 'running', started_at: now, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning([...columns, 'attempts'])
    .executeTakeFirst()
}

export async function endRun(
  tx: OrgTx,
  id: string,
  end: { state: 'done'; answer: MetricAnswer } | { state: 'failed'; failure: string },
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('report_runs')
    .set({
      state: end.state,
      finished_at: now,
      ...(end.state === 'done' ? { answer: JSON.stringify(end.answer) } : { failure: end.failure }),
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Reports that are due: the installation that was backed up may have mailed them. */
export const listHeldReports: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select org_id as "orgId", 'report' as kind, id, name, 1 as count, next_at as "dueAt" from app.reports
    where next_at <= now() and (${orgId}::uuid is null or org_id = ${orgId}) limit ${mostListed}`.execute(tx)
  return rows
}

/** Runs that no job finished in time, oldest first. Those of organizations at rest have their job, which waits as well. */
export async function stuckRuns(tx: SystemTx, before: Date, limit: number): Promise<{ orgId: string; id: string }[]> {
  const rows = await tx
    .selectFrom('report_runs')
    .select(['org_id', 'id'])
    .where('state', 'in', ['queued', 'running'])
    .where((eb) => eb(eb.fn.coalesce('started_at', 'created_at'), '<', before))
    .where(isInUse(sql.ref('report_runs.org_id')))
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ orgId: row.org_id, id: row.id }))
}

/** Those of the members who were not mailed this run yet; marks them. */
export async function claimMails(tx: OrgTx, runId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await tx
    .insertInto('report_mails')
    .values(userIds.map((userId) => ({ org_id: tx.orgId, run_id: runId, user_id: userId })))
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

import { sql } from 'kysely'
import type { Insertable, SqlBool, Updateable } from 'kysely'
import type { ReportSchedule } from '@imperium/contract/reports/reports.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { DB } from '../../platform/db/types.gen.ts'

const columns = [
  ...(['id', 'name', 'description', 'chart_type', 'metrics', 'group_by', 'period', 'schedule', 'next_at'] as const),
  ...(['created_by', 'created_by_user', 'created_at', 'updated_at'] as const),
] as const

const selectReports = (tx: OrgTx) => tx.selectFrom('reports').select(columns)

export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

/** Newest first. */
export const listReports = (tx: OrgTx, q: string | undefined, limit: number): Promise<ReportRow[]> =>
  selectReports(tx)
    .$if(Boolean(q), (query) => query.where('name', 'ilike', likePattern(q ?? '')))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findReport = (tx: OrgTx, id: string): Promise<ReportRow | undefined> =>
  selectReports(tx).where('id', '=', id).executeTakeFirst()

export const lockReport = (tx: OrgTx, id: string): Promise<ReportRow | undefined> =>
  selectReports(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** One whose slot has come, for this transaction alone: another process passes over it. */
export const claimDueReport = (tx: OrgTx, now: Date): Promise<ReportRow | undefined> =>
  selectReports(tx).where('next_at', '<=', now).orderBy('next_at').limit(1).forUpdate().skipLocked().executeTakeFirst()

export async function insertReport(tx: OrgTx, row: Omit<Insertable<DB['reports']>, 'org_id'>): Promise<void> {
  await tx
    .insertInto('reports')
    .values({ org_id: tx.orgId, ...row })
    .execute()
}

export async function writeReport(tx: OrgTx, id: string, changes: Updateable<DB['reports']>): Promise<void> {
  await tx.updateTable('reports').set(changes).where('id', '=', id).execute()
}

/** With its runs and links. */
export async function deleteReport(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('report_shares').where('report_id', '=', id).execute()
  await tx.deleteFrom('report_runs').where('report_id', '=', id).execute()
  await tx.deleteFrom('reports').where('id', '=', id).execute()
}

export async function countReports(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another one has this name; upper and lower case are the same. */
export async function isReportNamed(tx: OrgTx, name: string, exceptId: string): Promise<boolean> {
  const same = sql<SqlBool>`lower(name) = lower(${name})`
  return (await tx.selectFrom('reports').select('id').where(same).where('id', '<>', exceptId).executeTakeFirst()) !== undefined
}

/** Recipients of each report. */
export async function recipientsOf(tx: OrgTx, reportIds: readonly string[]): Promise<Map<string, string[]>> {
  if (reportIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('report_recipients')
    .select(['report_id', 'user_id'])
    .where('report_id', 'in', reportIds)
    .orderBy('user_id')
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.report_id)].map(([id, found]) => [id, found.map((row) => row.user_id)]))
}

export async function setRecipients(tx: OrgTx, reportId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('report_recipients').where('report_id', '=', reportId).execute()
  if (userIds.length > 0)
    await tx
      .insertInto('report_recipients')
      .values([...new Set(userIds)].map((userId) => ({ org_id: tx.orgId, report_id: reportId, user_id: userId })))
      .execute()
}

/** As the contract parsed it before it was written. */
export const scheduleOf = ({ schedule }: Pick<ReportRow, 'schedule'>): ReportSchedule | null => schedule as ReportSchedule | null

/** What a person made and gets, for the export of their data. */
export async function exportReports(tx: OrgTx, userId: string): Promise<object[]> {
  return tx
    .selectFrom('reports as r')
    .select(['r.name', 'r.description', 'r.created_at as createdAt'])
    .select((eb) => [
      eb('r.created_by_user', '=', userId).as('created'),
      eb
        .exists(
          eb
            .selectFrom('report_recipients as m')
            .select('m.report_id')
            .whereRef('m.report_id', '=', 'r.id')
            .where('m.user_id', '=', userId),
        )
        .as('receives'),
      eb
        .selectFrom('report_runs as u')
        .innerJoin('report_mails as m', 'm.run_id', 'u.id')
        .whereRef('u.report_id', '=', 'r.id')
        .where('m.user_id', '=', userId)
        .select((count) => count.fn.countAll<number>().as('mails'))
        .as('mailed'),
      eb
        .selectFrom('report_shares as s')
        .whereRef('s.report_id', '=', 'r.id')
        .where('s.created_by_user', '=', userId)
        .select((count) => count.fn.countAll<number>().as('links'))
        .as('links'),
    ])
    .where((eb) =>
      eb.or([
        eb('r.created_by_user', '=', userId),
        eb.exists(
          eb
            .selectFrom('report_recipients as m')
            .select('m.report_id')
            .whereRef('m.report_id', '=', 'r.id')
            .where('m.user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('r.id')
    .execute()
}

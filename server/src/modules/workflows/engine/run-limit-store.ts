import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** The least id of a moment: ids begin with their time. */
const idAt = (moment: Date): string =>
  `${moment
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2')}-7000-8000-000000000000`

/** Runs of a month so far that count to the limit, at most one more than `most`: a large organization is not counted to its end. */
export async function countMonthRuns(tx: OrgTx, now: Date, most: number): Promise<number> {
  const since = idAt(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)))
  const { rows } = await sql<{ runs: number }>`
    select count(*)::bigint as runs from (
      select 1 from app.workflow_runs where id >= ${since}::uuid and parent_run is null and version <> 0 limit ${most + 1}
    ) some`.execute(tx)
  return rows[0]?.runs ?? 0
}

import { sql } from 'kysely'
import type { Run } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Adds what calls of unknown outcome were charged: no step has their figures. */
export async function withUnknownCost<R extends Pick<Run, 'id' | 'unknownCostMicros'>>(tx: OrgTx, runs: readonly R[]): Promise<R[]> {
  if (runs.length === 0) return []
  const { rows } = await sql<{ run_id: string; micros: number }>`
    select run_id, sum(reserved_micros)::bigint as micros from app.model_calls
    where org_id = ${tx.orgId} and run_id = any(${runs.map(({ id }) => id)}::uuid[]) and status = 'unknown' group by run_id`.execute(tx)
  const known = new Map(rows.map((row) => [row.run_id, row.micros]))
  return runs.map((run) => {
    const micros = known.get(run.id) ?? 0
    return micros > 0 ? { ...run, unknownCostMicros: micros } : run
  })
}

import { CompiledQuery, sql } from 'kysely'
import type { OrgTx } from '../platform/db/database.ts'

/** Rows of a table that `work` reads, from the table and by its indexes. */
export async function rowsReadDuring(tx: OrgTx, table: string, work: () => Promise<unknown>): Promise<number> {
  // The counters also hold what earlier transactions of the connection read, until PostgreSQL reports it.
  const before = await rowsReadSoFar(tx, table)
  await work()
  return (await rowsReadSoFar(tx, table)) - before
}

async function rowsReadSoFar(tx: OrgTx, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where schemaname = 'app' and relname = ${table}`.execute(tx)
  return rows[0]?.read ?? 0
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Rows of a table that the statements of `work` read; each of them runs as EXPLAIN ANALYZE, so that `work` gets no rows. */
export async function rowsReadBy(tx: OrgTx, table: string, work: (tx: OrgTx) => Promise<unknown>): Promise<number> {
  let read = 0
  let statements = 0
  const executeQuery = async (statement: CompiledQuery) => {
    statements++
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${statement.sql}`, [...statement.parameters])
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained)
    for (const row of rows) for (const { Plan } of row['QUERY PLAN']) read += rowsIn(Plan, table)
    return { rows: [] }
  }
  const explaining = new Proxy(tx, {
    get: (target, name) => {
      const value: unknown = name === 'executeQuery' ? executeQuery : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await work(explaining)
  if (statements === 0) throw new Error('no statement was explained')
  return read
}

function rowsIn(node: PlanNode, table: string): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === table ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, each) => sum + rowsIn(each, table), own)
}

import { sql } from 'kysely'
import type { SystemTx } from '../../platform/db/database.ts'
import { eraseEffects } from '../../platform/events/effects.ts'
import { effectsOf } from './effect-source.ts'
import { erasedBySystem } from '../../platform/retention.ts'
import type { KeptHistory } from '../../platform/retention.ts'

// Ids are UUIDv7: they begin with their time.
const floor = (moment: Date) => sql`app.uuid_floor(${moment}::timestamptz)`

/** Organizations, by id from `after` on, with a run older than `moment`. One index probe for each. */
async function organizationsWithRunsBefore(tx: SystemTx, moment: Date, after: string | null, limit: number): Promise<string[]> {
  const next = (from: ReturnType<typeof sql>) =>
    sql`(select r.org_id from runs r where ${from} and r.id < ${floor(moment)} order by r.org_id limit 1)`
  const { rows } = await sql<{ org_id: string }>`
    with recursive found (org_id) as (
      ${next(after === null ? sql`true` : sql`r.org_id > ${after}::uuid`)}
      union all
      select ${next(sql`r.org_id > found.org_id`)} from found where found.org_id is not null
    )
    select org_id from found where org_id is not null limit ${limit}`.execute(tx)
  return rows.map((row) => row.org_id)
}

/**
 * Erases up to `limit` finished runs of one organization from before `moment`, with steps, events, files and effect ledger rows, and reduces the
 * storage meter; returns how many.
 */
export async function eraseRunsBefore(tx: SystemTx, orgId: string, moment: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ ids: string[] }>`
    with expired as materialized (
      select id from runs where org_id = ${orgId} and id < ${floor(moment)} and status in ('completed', 'failed', 'cancelled')
      order by id limit ${limit} for update skip locked
    ), events as (
      delete from run_events where org_id = ${orgId} and run_id in (select id from expired)
    ), steps as (
      delete from run_steps where org_id = ${orgId} and run_id in (select id from expired)
    ), files_gone as (
      delete from files f using run_files rf
      where rf.org_id = ${orgId} and rf.run_id in (select id from expired) and f.org_id = rf.org_id and f.id = rf.file_id
      returning f.size_bytes
    ), files_freed as (
      insert into usage_pending (id, org_id, storage_bytes)
      select uuidv7(), ${orgId}, -sum(size_bytes) from files_gone having sum(size_bytes) > 0
    ), gone as (
      delete from runs where org_id = ${orgId} and id in (select id from expired) returning id, agent_id, stored_bytes
    ), freed as (
      insert into usage_pending (id, org_id, agent_id, storage_bytes)
      select uuidv7(), ${orgId}, agent_id, -sum(stored_bytes) from gone group by agent_id having sum(stored_bytes) > 0
    )
    select coalesce(array_agg(id), '{}') as ids from gone`.execute(tx)
  const ids = rows[0]?.ids ?? []
  await eraseEffects(tx, orgId, ids.map(effectsOf))
  return ids.length
}

/**
 * Drops whole months of runs that ended before `moment`, at least a year ago; months with an unfinished run wait. Their content was erased
 * and metered before (`eraseRunsBefore`).
 */
async function dropRunMonths(tx: SystemTx, moment: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`select app.drop_run_months(${moment}::timestamptz) as months`.execute(tx)
  return rows[0]?.months ?? 0
}

/** Finished runs of agents, with input and output. */
export const runHistory: KeptHistory = {
  period: 'runs',
  organizations: organizationsWithRunsBefore,
  eraseSome: erasedBySystem(eraseRunsBefore, 200),
  dropMonths: dropRunMonths,
}

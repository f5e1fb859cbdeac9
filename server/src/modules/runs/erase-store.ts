import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { siftPage } from '../contacts/index.ts'
import type { Named } from '../contacts/index.ts'
import { runEnded } from './store.ts'

/** The input that an erased run shows. */
const erased = JSON.stringify({ erased: true })
const word = 'Erased.'

/** Removes input, output and tool data from runs; the starter, times, result and cost stay. Freed storage is metered. */
export async function blankRuns(tx: OrgTx, runIds: readonly string[]): Promise<void> {
  const those = sql`any(${[...runIds]}::uuid[])`
  await sql`
    with before as materialized (select id, stored_bytes from app.runs where id = ${those} for update), blanked as (
      update app.runs r set input = ${erased}::jsonb, output = null, result = null, images = '{}', input_images = '{}', error_message = case when error_message is not null then ${word} end, error_key = null,
        stored_bytes = least(r.stored_bytes, ${erased.length})
      from before b where r.id = b.id returning r.agent_id, b.stored_bytes - r.stored_bytes as freed
    )
    insert into app.usage_pending (id, org_id, agent_id, storage_bytes)
    select uuidv7(), ${tx.orgId}, agent_id, -sum(freed) from blanked group by agent_id having sum(freed) > 0`.execute(tx)
  await sql`
    update app.run_steps set input = 'null', output = null, error = case when error is not null then ${word} end, error_key = null
    where run_id = ${those}`.execute(tx)
  await sql`
    update app.run_events set payload = case payload ->> 'type'
      when 'text' then payload || '{"delta": ""}'
      when 'step' then payload || jsonb_build_object('step', (payload -> 'step') - 'errorKey' || '{"input": null, "output": null}'
        || case when payload #>> '{step,error}' is not null then jsonb_build_object('error', ${word}::text) else '{}' end)
      else payload || jsonb_build_object('run', payload -> 'run' || jsonb_build_object('input', ${erased}::jsonb, 'output', null)
        || case when payload #>> '{run,error,code}' is not null
          then jsonb_build_object('error', (payload #> '{run,error}') - 'key' - 'values' || jsonb_build_object('message', ${word}::text)) else '{}' end)
      end
    where run_id = ${those} and payload ->> 'type' in ('text', 'step', 'done')`.execute(tx)
}

/**
 * Ends a run that a worker processes, without waiting for it: the next epoch voids all further writes of that worker. The call in flight
 * has no result.
 */
export async function endRunningRun(tx: OrgTx, id: string, nextEventSeq: number): Promise<void> {
  await sql`
    update app.runs set status = 'cancelled', epoch = epoch + 1, cancel_requested_at = now(), finished_at = now(), lease_owner = null,
      lease_until = null, due_at = null, next_event_seq = ${nextEventSeq}
    where id = ${id} and status = 'running'`.execute(tx)
  await sql`
    update app.run_steps set status = case kind when 'tool_call' then 'unknown' else 'failed' end, finished_at = now(),
      error = coalesce(error, ${runEnded.error})
    where run_id = ${id} and status = 'running'`.execute(tx)
}

/** Searches the next runs, newest first, for ids and addresses (in lower case) in input, output and tool data. */
export async function runsNaming(tx: OrgTx, given: readonly string[], after: string | null, limit: number): Promise<Named> {
  const older = after === null ? sql`` : sql`where id < ${after}::uuid`
  const { rows: page } = await sql<{ id: string; is_named: boolean }>`
    with page as materialized (
      select id, lower(concat_ws(' ', input::text, output, error_message)) as words from app.runs ${older} order by id desc limit ${limit}
    )
    select id, app.is_named(words, ${[...given]}::text[]) as is_named from page order by id desc`.execute(tx)
  return siftPage(page, limit, (others) => runsWithStepsNaming(tx, given, others))
}

/** Streamed text is joined first: an address may be split over two events. */
async function runsWithStepsNaming(tx: OrgTx, given: readonly string[], runIds: readonly string[]): Promise<string[]> {
  const those = sql`any(${[...runIds]}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    with words as materialized (
      select run_id as id, lower(concat_ws(' ', input::text, output::text, error)) as text from app.run_steps where run_id = ${those}
      union all
      select run_id, lower(string_agg(payload ->> 'delta', '' order by seq)) from app.run_events
      where run_id = ${those} and payload ->> 'type' = 'text' group by run_id, payload ->> 'seq', payload ->> 'attempt'
    )
    select distinct id from words where app.is_named(text, ${[...given]}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

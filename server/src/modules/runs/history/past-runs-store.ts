import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { idAt, zeroId } from '../../../platform/ids.ts'
import { usageRow } from '../../../platform/metering/metering.ts'

export interface PastRun {
  agentId: string
  agentVersion: number
  agentName: string
  model: string
  input: string
  /** Null for a failed run. */
  output: string | null
  startedAt: Date
  latencyMs: number
  inputTokens: number
  outputTokens: number
  costMicros: number
  startedBy: string
  startedByUser: string
}

/** Writes finished runs of the past with their steps and their use, so that lists, charts and sums show them. */
export async function recordPastRuns(tx: OrgTx, runs: readonly PastRun[]): Promise<void> {
  const rows = runs.map((run) => ({ ...run, id: idAt(run.startedAt), finishedAt: new Date(run.startedAt.getTime() + run.latencyMs) }))
  await tx
    .insertInto('runs')
    .values(rows.map((run) => runRow(tx.orgId, run)))
    .execute()
  await tx
    .insertInto('run_steps')
    .values(rows.flatMap((run) => stepRows(tx.orgId, run)))
    .execute()
  await tx
    .insertInto('usage_pending')
    .values(rows.map((run) => ({ ...usageRow(tx.orgId, usageOf(run)), at: run.startedAt })))
    .execute()
}

type Row = PastRun & { id: string; finishedAt: Date }

const runRow = (orgId: string, run: Row) => ({
  org_id: orgId,
  id: run.id,
  agent_id: run.agentId,
  agent_version: run.agentVersion,
  agent_name: run.agentName,
  status: run.output === null ? 'failed' : 'completed',
  model: run.model,
  trigger: 'web',
  started_by: run.startedBy,
  started_by_user: run.startedByUser,
  input: JSON.stringify(run.input),
  output: run.output,
  error_code: run.output === null ? 'model_unavailable' : null,
  error_message: run.output === null ? 'The model provider did not respond in time.' : null,
  input_tokens: run.inputTokens,
  output_tokens: run.outputTokens,
  cost_micros: run.costMicros,
  created_at: run.startedAt,
  started_at: run.startedAt,
  finished_at: run.finishedAt,
})

function stepRows(orgId: string, run: Row) {
  const status = run.output === null ? 'failed' : 'completed'
  const about = { org_id: orgId, run_id: run.id, status, attempt: 1, finished_at: run.finishedAt }
  const tokens = { input_tokens: run.inputTokens, output_tokens: run.outputTokens, cost_micros: run.costMicros }
  const input = JSON.stringify({ messages: 1, last: { role: 'user', text: run.input }, tools: [] })
  const output = run.output === null ? null : JSON.stringify({ text: run.output, toolCalls: [], reason: 'stop' })
  const error = run.output === null ? 'The model provider did not respond in time.' : null
  return [
    { ...about, ...tokens, seq: 1, kind: 'model_call', name: run.model, input, output, error, started_at: run.startedAt },
    {
      ...about,
      seq: 2,
      kind: 'result',
      name: status,
      input: JSON.stringify(null),
      output: run.output === null ? null : JSON.stringify(run.output),
      error,
      started_at: run.finishedAt,
    },
  ]
}

const usageOf = (run: PastRun) => ({
  agentId: run.agentId,
  userId: run.startedByUser,
  model: run.model,
  runs: 1,
  completed: run.output === null ? 0 : 1,
  failed: run.output === null ? 1 : 0,
  latencyMs: run.latencyMs,
  modelCalls: run.output === null ? 0 : 1,
  inputTokens: run.inputTokens,
  outputTokens: run.outputTokens,
  costMicros: run.costMicros,
})

/**
 * Removes the ended runs of the agents, and takes what the recorded past used out of the sums of its days: its ids are earlier than the
 * agent's. What members ran themselves stays in the sums. Returns how many runs there were.
 */
export async function removeRunsOf(tx: SystemTx, orgId: string, agentIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with ended as materialized (
      select id from runs where org_id = ${orgId} and agent_id = any(${agentIds}::uuid[]) and status in ('completed', 'failed', 'cancelled')
      for update
    ), events as (
      delete from run_events where org_id = ${orgId} and run_id in (select id from ended)
    ), steps as (
      delete from run_steps where org_id = ${orgId} and run_id in (select id from ended)
    ), gone as (
      delete from runs where org_id = ${orgId} and id in (select id from ended) returning *
    ), taken as (
      insert into usage_pending (id, org_id, at, agent_id, user_id, config_id, model, runs, completed, failed, cancelled, latency_ms, model_calls,
        input_tokens, output_tokens, cost_micros, storage_bytes)
      select uuidv7(), org_id, coalesce(started_at, created_at), agent_id, coalesce(started_by_user, ${zeroId}), coalesce(config_id, ${zeroId}), model, -1,
        -(status = 'completed')::int, -(status = 'failed')::int, -(status = 'cancelled')::int,
        -coalesce(round(extract(epoch from finished_at - started_at) * 1000), 0)::bigint, -(status = 'completed')::int,
        -input_tokens, -output_tokens, -cost_micros, -stored_bytes
      from gone where id < agent_id
    )
    select count(*)::int as removed from gone`.execute(tx)
  return rows[0]?.removed ?? 0
}

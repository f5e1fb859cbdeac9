import { sql } from 'kysely'
import type { RunEvent, RunStep } from '@imperium/contract/runs.ts'
import { textOf } from '@imperium/contract/kit/message.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { JsonValue } from '../../platform/llm/types.ts'
import { storableJson, storableText } from '../../platform/text/storable.ts'
import type { RunProgress } from './store.ts'

/** What a worker writes of a run at a time. */
export interface WrittenStep {
  step: RunStep
}

export interface RunChange {
  runId: string
  /** Of its lease. */
  epoch: number
  progress: RunProgress
  steps: readonly WrittenStep[]
  events: readonly { seq: number; event: RunEvent }[]
}

/** Key and values with their English, as `readKey` reads them. */
const keyColumn = (text: Worded | null | undefined) => (text?.key === undefined ? null : storableJson(textOf(text) as unknown as JsonValue))
const orNull = (text: string | null | undefined): string | null => (text == null ? null : storableText(text))

const runValues = ({ runId, epoch, progress }: RunChange) => ({
  id: runId,
  epoch,
  next_event_seq: progress.nextEventSeq,
  config_id: progress.configId,
  input_tokens: progress.inputTokens,
  output_tokens: progress.outputTokens,
  cost_micros: progress.costMicros,
  status: progress.status,
  output: orNull(progress.output),
  citations: progress.citations,
  result: progress.result === undefined ? undefined : storableJson(progress.result),
  images: progress.images,
  error_code: progress.error?.code,
  error_message: orNull(progress.error?.message),
  error_key: keyColumn(progress.error),
  finished_at: progress.finishedAt,
  stored_bytes: progress.storedBytes,
  needs: progress.needs,
})

const stepValues = (runId: string, { step }: WrittenStep) => ({
  run_id: runId,
  seq: step.seq,
  kind: step.kind,
  name: step.name,
  status: step.status,
  attempt: step.attempt,
  // As text: a JSON null would become a null of SQL.
  input: JSON.stringify(step.input),
  output: JSON.stringify(step.output),
  error: orNull(step.error),
  error_key: keyColumn(step.errorKey && { message: step.error ?? '', ...step.errorKey }),
  input_tokens: step.inputTokens,
  output_tokens: step.outputTokens,
  cost_micros: step.costMicros,
  started_at: step.startedAt,
  finished_at: step.finishedAt,
  needs: step.needs ?? [],
})

/**
 * Writes changes of different runs in one statement: totals behind the fence of the epoch, steps as they are now (a repeat of a call
 * replaces its earlier attempt) and events. Returns the runs that were written; of the others, which newer workers have, nothing is.
 */
export async function writeChanges(tx: OrgTx, changes: readonly RunChange[]): Promise<Set<string>> {
  const steps = changes.flatMap(({ runId, steps: list }) => list.map((written) => stepValues(runId, written)))
  const events = changes.flatMap(({ runId, events: list }) => list.map(({ seq, event }) => ({ run_id: runId, seq, payload: event })))
  const { rows } = await sql<{ id: string }>`
    with v as materialized (
      select * from json_to_recordset(${JSON.stringify(changes.map(runValues))}::json) as v(id uuid, epoch int, next_event_seq int, config_id uuid,
        input_tokens bigint, output_tokens bigint, cost_micros bigint, status text, output text, citations jsonb, result jsonb, images uuid[], error_code text, error_message text,
        error_key jsonb, finished_at timestamptz, stored_bytes bigint, needs text[])
    ), kept as (
      update app.runs r set next_event_seq = v.next_event_seq, config_id = coalesce(v.config_id, r.config_id),
        input_tokens = coalesce(v.input_tokens, r.input_tokens), output_tokens = coalesce(v.output_tokens, r.output_tokens),
        cost_micros = coalesce(v.cost_micros, r.cost_micros), status = coalesce(v.status, r.status), output = coalesce(v.output, r.output),
        citations = coalesce(v.citations, r.citations), result = coalesce(v.result, r.result), images = coalesce(v.images, r.images),
        error_code = coalesce(v.error_code, r.error_code), error_message = coalesce(v.error_message, r.error_message),
        error_key = coalesce(v.error_key, r.error_key),
        finished_at = coalesce(v.finished_at, r.finished_at), stored_bytes = coalesce(v.stored_bytes, r.stored_bytes), needs = coalesce(v.needs, r.needs),
        lease_owner = case when v.finished_at is null then r.lease_owner end, lease_until = case when v.finished_at is null then r.lease_until end
      from v where r.org_id = ${tx.orgId} and r.id = v.id and r.epoch = v.epoch and r.status = 'running' returning r.id
    ), steps as (
      insert into app.run_steps (org_id, run_id, seq, kind, name, status, attempt, input, output, error, error_key, input_tokens, output_tokens,
        cost_micros, started_at, finished_at, needs)
      select ${tx.orgId}, s.run_id, s.seq, s.kind, s.name, s.status, s.attempt, s.input::jsonb, s.output::jsonb, s.error, s.error_key, s.input_tokens,
        s.output_tokens, s.cost_micros, s.started_at, s.finished_at, s.needs
      from json_to_recordset(${JSON.stringify(steps)}::json) as s(run_id uuid, seq int, kind text, name text, status text, attempt int, input text,
        output text, error text, error_key jsonb, input_tokens bigint, output_tokens bigint, cost_micros bigint, started_at timestamptz,
        finished_at timestamptz, needs text[]) join kept on kept.id = s.run_id
      on conflict (org_id, run_id, seq) do update set kind = excluded.kind, name = excluded.name, status = excluded.status,
        attempt = excluded.attempt, input = excluded.input, output = excluded.output, error = excluded.error, error_key = excluded.error_key,
        input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens, cost_micros = excluded.cost_micros,
        started_at = excluded.started_at, finished_at = excluded.finished_at, needs = excluded.needs
    ), events as (
      insert into app.run_events (org_id, run_id, seq, payload)
      select ${tx.orgId}, e.run_id, e.seq, e.payload from json_to_recordset(${JSON.stringify(events)}::json) as e(run_id uuid, seq int, payload jsonb)
      join kept on kept.id = e.run_id
    )
    select id from kept`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

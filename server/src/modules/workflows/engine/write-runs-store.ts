import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { workflowEvents } from '@imperium/contract/events/workflows.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import { parseJson } from '../../../platform/text/exact-json.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueCancelOfAbandoned } from './cancel-runs.ts'
import { admitNext, lockKey } from './concurrency-store.ts'
import { sendSignal } from './send-signal.ts'
import type { RunWrite, Written } from './stored-run.ts'
import { workflowRunChanged } from './workflow-signals.ts'

/** Lease of a worker that sends no heartbeat. */
export const leaseMs = 20_000

/** JSON parts that are text already, as one parameter. */
const records = (parts: readonly string[]): RawBuilder<string> => sql`${`[${parts.join(',')}]`}::jsonb`
/** Written so that the planner avoids the index of leases: most of its entries are of leases that have ended. */
const isLeased = sql<boolean>`coalesce(l.status, '') = 'leased'`
/**
 * Ids are passed beside the records so that rows are looked up by primary key: for records alone the planner
 * reads all rows of the organization, including those deleted since the last vacuum.
 */
const idsOf = (writes: readonly RunWrite[]): RawBuilder<string[]> => sql`${writes.map(({ runId }) => runId)}::uuid[]`
const text = JSON.stringify

/** Writes many runs of one organization in one transaction: each run completely, or not at all when another worker has it. */
export async function writeRuns(platform: Platform, tx: OrgTx, writes: readonly RunWrite[]): Promise<Map<string, Written>> {
  const written = new Map<string, Written>(
    writes.map(({ runId }) => [runId, { isLost: false, repeatOf: null, cancel: false, pause: false, signalled: false }]),
  )
  const old = writes.filter((write) => !write.fresh)
  const keyed = writes.filter((write) => write.fresh?.startKey)
  for (const { workflowId, concurrency, end } of writes) if (concurrency && end) await lockKey(tx, workflowId, concurrency.key)
  // Pipelined on one connection: they execute in order.
  await Promise.all([reserveKeys(tx, keyed, written), updateLive(tx, old, written, platform.clock.now()), endLive(tx, old, written)])
  const held = writes.filter(({ runId }) => !written.get(runId)?.isLost && !written.get(runId)?.repeatOf)
  if (held.length > 0) await Promise.all(writeParts(platform, tx, held, written))
  for (const { workflowId, concurrency, end } of held) if (concurrency && end) await admitNext(platform, tx, workflowId, concurrency)
  return written
}

function writeParts(platform: Platform, tx: OrgTx, held: readonly RunWrite[], written: Map<string, Written>): Promise<unknown>[] {
  const fresh = held.filter((write) => write.fresh)
  const rows = held.flatMap((write) => write.rows)
  const payloads = held.flatMap((write) => write.payloads)
  const waits = held.flatMap((write) => write.waits)
  const ended = held.filter((write) => write.end)
  const closed = held.filter((write) => !write.fresh && !write.end && write.closed.length + write.taken.length > 0)
  const changed = held.filter((write) => !write.fresh && hasNewStatus(write, written.get(write.runId)))
  return [
    ...(fresh.length > 0 ? [insertRuns(tx, fresh), insertLive(tx, fresh)] : []),
    ...(rows.length > 0 ? [upsertSteps(tx, rows)] : []),
    ...(payloads.length > 0 ? [insertPayloads(tx, payloads)] : []),
    ...(closed.length > 0 ? closeWaits(tx, closed) : []),
    ...(waits.length > 0 ? [insertWaits(tx, waits)] : []),
    ...(changed.length > 0 ? [updateRuns(tx, changed, written)] : []),
    ...(ended.length > 0 ? [recordEnds(platform, tx, ended)] : []),
    queueCancelOfAbandoned(
      platform,
      tx,
      held.flatMap((write) => write.abandoned),
    ),
    ...held.map((write) => report(tx, write, written)),
  ]
}

/** Run ids of start keys that are new; a known key belongs to its earlier run. */
async function reserveKeys(tx: OrgTx, writes: readonly RunWrite[], written: Map<string, Written>): Promise<void> {
  if (writes.length === 0) return
  const firsts = new Map<string, RunWrite>()
  const keyOf = ({ workflowId, fresh }: RunWrite) => `${workflowId} ${fresh?.startKey}`
  for (const write of writes) if (!firsts.has(keyOf(write))) firsts.set(keyOf(write), write)
  // Sorted, so that two transactions with the same keys do not deadlock.
  const sorted = [...firsts.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const parts = sorted.map(({ runId, workflowId, fresh }) => text({ workflow_id: workflowId, key: fresh?.startKey, run_id: runId }))
  const { rows } = await sql<{ workflow_id: string; key: string; run_id: string }>`
    insert into app.workflow_starts (org_id, workflow_id, key, run_id)
    select ${tx.orgId}::uuid, workflow_id, key, run_id from jsonb_to_recordset(${records(parts)}) as v(workflow_id uuid, key text, run_id uuid)
    on conflict (org_id, workflow_id, key) do update set key = excluded.key returning workflow_id, key, run_id`.execute(tx)
  const taken = new Map(rows.map((row) => [`${row.workflow_id} ${row.key}`, row.run_id]))
  for (const write of writes) {
    const first = taken.get(keyOf(write)) ?? write.runId
    const entry = written.get(write.runId)
    if (entry && first !== write.runId) entry.repeatOf = first
  }
}

const storedText = ({ stored, live }: RunWrite): string => text({ ...stored, status: live?.status ?? stored.status })

async function updateLive(tx: OrgTx, writes: readonly RunWrite[], written: Map<string, Written>, now: Date): Promise<void> {
  const going = writes.filter((write) => write.live)
  if (going.length === 0) return
  const parts = going.map((write) => {
    const { runId, epoch, live } = write
    return `{"run_id":"${runId}","epoch":${epoch},"status":"${live?.dbStatus}","wake_at":"${live?.wakeAt.toISOString()}","state":${storedText(write)}}`
  })
  const { rows } = await sql<{ run_id: string; cancel_requested: boolean; pause_requested: boolean; signalled: boolean }>`
    update app.workflow_live l set state = v.state, crashes = 0,
      status = case when v.status <> 'leased' and l.pause_requested and not l.cancel_requested then 'paused' else v.status end,
      wake_at = case when l.signalled or l.cancel_requested then least(v.wake_at, ${now}::timestamptz) else v.wake_at end,
      lease_owner = case when v.status = 'leased' then l.lease_owner end, lease_until = case when v.status = 'leased' then l.lease_until end
    from jsonb_to_recordset(${records(parts)}) as v(run_id uuid, epoch int, status text, wake_at timestamptz, state jsonb)
    where l.org_id = ${tx.orgId} and l.run_id = any(${idsOf(going)}) and l.run_id = v.run_id and l.epoch = v.epoch and ${isLeased}
    returning l.run_id, l.cancel_requested, l.pause_requested, l.signalled`.execute(tx)
  markLost(going, new Set(rows.map((row) => row.run_id)), written)
  for (const row of rows) {
    const entry = written.get(row.run_id)
    if (entry) Object.assign(entry, { cancel: row.cancel_requested, pause: row.pause_requested, signalled: row.signalled })
  }
}

/** Waits and signals go with the row. */
async function endLive(tx: OrgTx, writes: readonly RunWrite[], written: Map<string, Written>): Promise<void> {
  const ended = writes.filter((write) => write.end)
  if (ended.length === 0) return
  const parts = ended.map(({ runId, epoch }) => `{"run_id":"${runId}","epoch":${epoch}}`)
  const { rows } = await sql<{ run_id: string }>`
    delete from app.workflow_live l using jsonb_to_recordset(${records(parts)}) as v(run_id uuid, epoch int)
    where l.org_id = ${tx.orgId} and l.run_id = any(${idsOf(ended)}) and l.run_id = v.run_id and l.epoch = v.epoch and ${isLeased}
    returning l.run_id`.execute(tx)
  markLost(ended, new Set(rows.map((row) => row.run_id)), written)
}

function markLost(writes: readonly RunWrite[], found: ReadonlySet<string>, written: Map<string, Written>): void {
  for (const { runId } of writes) {
    const entry = written.get(runId)
    if (entry && !found.has(runId)) entry.isLost = true
  }
}

function insertRuns(tx: OrgTx, writes: readonly RunWrite[]): Promise<unknown> {
  const parts = writes.map(({ runId, workflowId, stored: { state, facts, version, parent, trigger }, fresh, end, live }) => {
    const row = {
      id: runId,
      workflow_id: workflowId,
      workflow_name: facts.workflowName,
      version,
      status: end?.status ?? live?.status,
      trigger,
      triggered_by: facts.startedBy,
      triggered_by_user: facts.startedByUser,
      started_at: new Date(state.startedAt),
      ended_at: end ? new Date(end.at) : null,
      error_step: end?.step ?? null,
      error: end?.error ?? null,
      cost_micros: state.costMicros,
      parent_run: parent?.runId ?? null,
      parent_token: parent?.token ?? null,
      retry_of: fresh?.retryOf ?? null,
      is_test: facts.isTest,
      bound_by_keys: fresh?.boundByKeys ?? [],
    }
    return `${text(row).slice(0, -1)},"input":${fresh?.input},"output":${end?.output ?? 'null'},"definition":${fresh?.definition ?? 'null'}}`
  })
  return sql`
    insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by, triggered_by_user, started_at,
      ended_at, error_step, error, cost_micros, parent_run, parent_token, retry_of, is_test, bound_by_keys, input, output, definition, contact_id)
    select ${tx.orgId}::uuid, v.*, case when v.input ->> 'contactId' ~ ${idPattern} then (v.input ->> 'contactId')::uuid end from jsonb_to_recordset(${records(parts)}) as v(id uuid, workflow_id uuid, workflow_name text, version int,
      status text, trigger text, triggered_by text, triggered_by_user uuid, started_at timestamptz, ended_at timestamptz, error_step text,
      error jsonb, cost_micros bigint, parent_run uuid, parent_token int, retry_of uuid, is_test boolean, bound_by_keys uuid[], input jsonb, output jsonb,
      definition jsonb)`.execute(tx)
}

async function insertLive(tx: OrgTx, writes: readonly RunWrite[]): Promise<void> {
  const going = writes.filter((write) => write.live)
  if (going.length === 0) return
  const parts = going.map((write) => {
    const { runId, workflowId, live, concurrency, stored, epoch } = write
    const row = {
      run_id: runId,
      workflow_id: workflowId,
      version: stored.version,
      status: live?.dbStatus,
      wake_at: live?.wakeAt,
      epoch,
      lease_owner: live?.owner ?? null,
      concurrency_key: concurrency?.key ?? null,
      is_test: stored.facts.isTest,
    }
    return `${text(row).slice(0, -1)},"state":${storedText(write)}}`
  })
  await sql`
    insert into app.workflow_live (org_id, run_id, workflow_id, version, status, state, wake_at, epoch, lease_owner, lease_until, concurrency_key, is_test)
    select ${tx.orgId}::uuid, v.run_id, v.workflow_id, v.version, v.status, v.state, v.wake_at, v.epoch, v.lease_owner,
      case when v.lease_owner is not null then now() + ${leaseMs} * interval '1 millisecond' end, v.concurrency_key, v.is_test
    from jsonb_to_recordset(${records(parts)}) as v(run_id uuid, workflow_id uuid, version int, status text, state jsonb, wake_at timestamptz,
      epoch int, lease_owner text, concurrency_key text, is_test boolean)`.execute(tx)
}

/** An event or a manual start may name its contact by id; any other value is ignored. */
const idPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

function upsertSteps(tx: OrgTx, rows: readonly string[]): Promise<unknown> {
  return sql`
    insert into app.workflow_steps as s (org_id, run_id, seq, step_id, type, scope, attempt, status, port, started_at, ended_at, error, identity,
      repeats, link, cost_micros, input, output, contact_id)
    select ${tx.orgId}::uuid, v.run_id, v.seq, v.step_id, v.type, v.scope, v.attempt, v.status, v.port, v.started_at, v.ended_at, v.error,
      v.identity, v.repeats, v.link - 'contactId', v.cost_micros, v.input, v.output,
      (case v.link ->> 'kind' when 'contact' then v.link ->> 'id' else v.link ->> 'contactId' end)::uuid
    from jsonb_to_recordset(${records(rows)}) as v(run_id uuid, seq int, step_id text, type text, scope text,
      attempt int, status text, port text, started_at timestamptz, ended_at timestamptz, error jsonb, identity text, repeats int, link jsonb,
      cost_micros bigint, input jsonb, output jsonb)
    on conflict (org_id, run_id, seq) do update set status = excluded.status, port = excluded.port, ended_at = excluded.ended_at,
      output = coalesce(excluded.output, s.output), error = excluded.error, repeats = excluded.repeats,
      link = coalesce(excluded.link, s.link), cost_micros = excluded.cost_micros, contact_id = coalesce(excluded.contact_id, s.contact_id)`.execute(
    tx,
  )
}

/** No organization keeps its runs for a shorter time. */
const payloadDays = 30

function insertPayloads(tx: OrgTx, payloads: readonly string[]): Promise<unknown> {
  return sql`
    insert into app.workflow_payloads (org_id, run_id, id, data, bytes, expires_at)
    select ${tx.orgId}::uuid, v.run_id, v.id, v.data, v.bytes, now() + ${payloadDays} * interval '1 day'
    from jsonb_to_recordset(${records(payloads)}) as v(run_id uuid, id int, bytes int, data jsonb)
    on conflict do nothing`.execute(tx)
}

function insertWaits(tx: OrgTx, waits: readonly string[]): Promise<unknown> {
  return sql`
    insert into app.workflow_waits (org_id, run_id, token, kind, key, match, expires_at)
    select ${tx.orgId}::uuid, v.* from jsonb_to_recordset(${records(waits)}) as v(run_id uuid, token int, kind text, key text, match jsonb,
      expires_at timestamptz)`.execute(tx)
}

function closeWaits(tx: OrgTx, writes: readonly RunWrite[]): Promise<unknown>[] {
  const parts = writes.flatMap(({ runId, closed, taken }) => [...closed, ...taken].map((token) => `{"run_id":"${runId}","token":${token}}`))
  const tokens = sql`jsonb_to_recordset(${records(parts)}) as v(run_id uuid, token int)`
  const matches = sql`t.org_id = ${tx.orgId} and t.run_id = any(${idsOf(writes)}) and t.run_id = v.run_id and t.token = v.token`
  return [
    sql`delete from app.workflow_waits t using ${tokens} where ${matches}`.execute(tx),
    sql`delete from app.workflow_signals t using ${tokens} where ${matches}`.execute(tx),
  ]
}

const shownStatus = ({ end, live }: RunWrite, pause: boolean): string => {
  if (end) return end.status
  return pause && live?.dbStatus !== 'leased' ? 'paused' : (live?.status ?? 'running')
}

const hasNewStatus = (write: RunWrite, written: Written | undefined): boolean =>
  write.end !== null || shownStatus(write, (written?.pause ?? false) && !written?.cancel) !== write.stored.status

function updateRuns(tx: OrgTx, writes: readonly RunWrite[], written: Map<string, Written>): Promise<unknown> {
  const parts = writes.map((write) => {
    const { runId, end, stored } = write
    const entry = written.get(runId)
    const status = shownStatus(write, (entry?.pause ?? false) && !entry?.cancel)
    const row = { id: runId, status, ended_at: end ? new Date(end.at) : null, error_step: end?.step ?? null, error: end?.error ?? null }
    return `${text({ ...row, cost_micros: stored.state.costMicros }).slice(0, -1)},"output":${end?.output ?? 'null'}}`
  })
  return sql`
    update app.workflow_runs r set status = v.status, ended_at = v.ended_at, error_step = v.error_step, error = v.error,
      cost_micros = v.cost_micros, output = v.output
    from jsonb_to_recordset(${records(parts)}) as v(id uuid, status text, ended_at timestamptz, error_step text, error jsonb,
      cost_micros bigint, output jsonb)
    where r.org_id = ${tx.orgId} and r.id = any(${idsOf(writes)}) and r.id = v.id`.execute(tx)
}

/** Totals, events, and the runs that called these. */
async function recordEnds(platform: Platform, tx: OrgTx, ended: readonly RunWrite[]): Promise<void> {
  const counted = ended.filter(({ stored }) => !stored.facts.isTest)
  const called = ended.filter(({ stored }) => stored.parent)
  await Promise.all([
    addTotals(tx, counted),
    platform.events.emitAll(tx, workflowEvents.runCompleted, counted.filter(({ end }) => end?.status === 'success').map(eventOf)),
    platform.events.emitAll(
      tx,
      workflowEvents.runFailed,
      counted
        .filter(({ end }) => end?.status === 'failed')
        .map((write) => ({
          ...eventOf(write),
          step: write.end?.step ?? null,
          code: write.end?.error?.code ?? '',
          message: write.end?.error?.message ?? '',
        })),
    ),
  ])
  for (const { runId, end } of called) {
    const data = { status: end?.status ?? '', output: parseJson(end?.output ?? 'null') as Json, error: (end?.error ?? null) as Json }
    await sendSignal(platform, tx, { kind: 'workflow', key: runId, id: 'end', data })
  }
}

const eventOf = ({ runId, workflowId, stored: { facts, trigger } }: RunWrite) => ({
  runId,
  workflowId,
  workflowName: facts.workflowName,
  trigger,
  startedByUser: facts.startedByUser,
})

/** Last in its transaction except for events: transactions that end a run of the same workflow wait for this row. */
async function addTotals(tx: OrgTx, ended: readonly RunWrite[]): Promise<void> {
  if (ended.length === 0) return
  const totals = new Map<string, { executions: number; succeeded: number; failed: number; ms: number }>()
  for (const { workflowId, end, stored } of ended) {
    const sum = totals.get(workflowId) ?? { executions: 0, succeeded: 0, failed: 0, ms: 0 }
    totals.set(workflowId, sum)
    sum.executions += 1
    if (end?.status === 'success') sum.succeeded += 1
    if (end?.status === 'failed') sum.failed += 1
    sum.ms += (end?.at ?? 0) - stored.state.startedAt
  }
  const parts = [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([workflowId, sum]) => text({ workflow_id: workflowId, ...sum }))
  await sql`
    insert into app.workflow_totals as t (org_id, workflow_id, executions, succeeded, failed, duration_ms, last_run_at)
    select ${tx.orgId}::uuid, v.workflow_id, v.executions, v.succeeded, v.failed, v.ms, now()
    from jsonb_to_recordset(${records(parts)}) as v(workflow_id uuid, executions int, succeeded int, failed int, ms bigint)
    on conflict (org_id, workflow_id) do update set executions = t.executions + excluded.executions, succeeded = t.succeeded + excluded.succeeded,
      failed = t.failed + excluded.failed, duration_ms = t.duration_ms + excluded.duration_ms, last_run_at = now()`.execute(tx)
}

/** Signals the change to followers of the run; a run that ended in its first write has none. */
async function report(tx: OrgTx, { runId, fresh, end, live }: RunWrite, written: Map<string, Written>): Promise<void> {
  if (fresh && end) return
  const ready = live !== null && live.owner === null && (live.dbStatus === 'ready' || (written.get(runId)?.signalled ?? false))
  await signal(tx, workflowRunChanged({ orgId: tx.orgId, runId, ready }))
}

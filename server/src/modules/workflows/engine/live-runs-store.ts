import { sql } from 'kysely'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { SystemTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Claimed, Reaped } from '../../../platform/leases/lease-store.ts'
import type { LeaseTable } from '../../../platform/leases/lease-table.ts'
import { isInUse, whileAtRest } from '../../organizations/index.ts'
import type { TokenSignal } from './run-session.ts'
import type { StoredRun } from './stored-run.ts'
import { leaseMs } from './write-runs-store.ts'
import { workflowRunChanged } from './workflow-signals.ts'

interface LiveRow {
  workflow_id: string
  state: StoredRun
  concurrency_key: string | null
  wake_at: Date
  cancel_requested: boolean
  pause_requested: boolean
  was_signalled: boolean
  /** Signals for the run, and payloads that its state refers to: see `fillInUpdates`. */
  signals?: TokenSignal[]
  payloads?: Map<number, Json>
}
export type LiveRun = Claimed<{ run_id: 'uuid' }, LiveRow>

/** Requests for a run in flight. */
export interface LeaseUpdate {
  cancel_requested: boolean
  pause_requested: boolean
  signalled: boolean
  is_suspended?: boolean
}

/** After more worker crashes than this a run is quarantined until a member resumes it. */
const mostCrashes = 3
const quarantineError = { code: 'QUARANTINED', message: 'The worker of this run crashed repeatedly' }

/** Signals that no write of the run has taken in: a worker that died may have read them and written nothing. */
const hasSignals = sql`l.signalled or exists (select from app.workflow_signals s where s.org_id = l.org_id and s.run_id = l.run_id)`

/** How runs of workflows are leased; those over which workers die again and again are set aside. */
export const liveRuns: LeaseTable<{ run_id: 'uuid' }, LiveRow, LeaseUpdate> = {
  table: 'app.workflow_live',
  key: { run_id: 'uuid' },
  dueAt: 'wake_at',
  leaseMs,
  open: sql`l.status in ('ready', 'waiting')`,
  held: sql`l.status = 'leased'`,
  before: ['signalled', 'cancel_requested'],
  rests: sql`not b.cancel_requested and ${whileAtRest}`,
  claimed: sql`status = 'leased', signalled = false`,
  row: sql`l.workflow_id, l.state, l.concurrency_key, l.wake_at, l.cancel_requested, l.pause_requested, b.signalled as was_signalled`,
  update: sql`l.cancel_requested, l.pause_requested, l.signalled, not ${isInUse(sql`l.org_id`)} as is_suspended`,
  released: sql`status = 'ready', signalled = ${hasSignals}`,
  reaped: sql`crashes = l.crashes + 1, signalled = ${hasSignals},
    status = case when l.crashes >= ${mostCrashes} and not l.cancel_requested then 'quarantined' else 'ready' end`,
  reapedRow: sql`l.status`,
}

/** Reads the signals and payloads of claimed runs into their rows. */
export async function fillInUpdates(tx: SystemTx, runs: readonly LiveRun[]): Promise<void> {
  const signals = await readSignals(
    tx,
    runs.filter(({ row }) => row.was_signalled),
  )
  const payloads = await readPayloads(tx, runs)
  for (const { key, row } of runs) {
    row.signals = signals.get(key.run_id) ?? []
    row.payloads = payloads.get(key.run_id) ?? new Map<number, Json>()
  }
}

async function readSignals(tx: SystemTx, rows: readonly LiveRun[]): Promise<Map<string, TokenSignal[]>> {
  const found = new Map<string, TokenSignal[]>()
  if (rows.length === 0) return found
  const { rows: signals } = await sql<TokenSignal & { run_id: string }>`
    select s.run_id, s.token, s.key, s.data from app.workflow_signals s
    join unnest(${rows.map(({ orgId }) => orgId)}::uuid[], ${rows.map(({ key }) => key.run_id)}::uuid[]) as r(org_id, run_id)
      on s.org_id = r.org_id and s.run_id = r.run_id order by s.at, s.key`.execute(tx)
  for (const signal of signals) found.set(signal.run_id, [...(found.get(signal.run_id) ?? []), signal])
  return found
}

/** Numbers of the payloads that a state has marks of. */
export function marksIn(value: unknown, found: Set<number> = new Set()): Set<number> {
  if (typeof value !== 'object' || value === null) return found
  const mark = (value as { $payload?: unknown }).$payload
  if (typeof mark === 'number') return found.add(mark)
  for (const each of Object.values(value)) marksIn(each, found)
  return found
}

async function readPayloads(tx: SystemTx, rows: readonly LiveRun[]): Promise<Map<string, Map<number, Json>>> {
  const wanted = rows
    .filter(({ row }) => (row.state.state?.nextPayload ?? 1) > 1)
    .flatMap(({ orgId, key, row }) => [...marksIn(row.state.state)].map((id) => ({ orgId, runId: key.run_id, id })))
  const found = new Map<string, Map<number, Json>>()
  if (wanted.length === 0) return found
  const { rows: payloads } = await sql<{ run_id: string; id: number; data: Json }>`
    select p.run_id, p.id, p.data from app.workflow_payloads p
    join unnest(${wanted.map(({ orgId }) => orgId)}::uuid[], ${wanted.map(({ runId }) => runId)}::uuid[], ${wanted.map(({ id }) => id)}::int[])
      as r(org_id, run_id, id) on p.org_id = r.org_id and p.run_id = r.run_id and p.id = r.id`.execute(tx)
  for (const { run_id: runId, id, data } of payloads) {
    const of = found.get(runId) ?? new Map<number, Json>()
    found.set(runId, of.set(id, data))
  }
  return found
}

/** Marks the reaped runs that are in quarantine, and signals a change of all. */
export async function settleReaped(tx: SystemTx, reaped: readonly Reaped<{ run_id: 'uuid' }>[]): Promise<void> {
  const quarantined = reaped.filter(({ row }) => row['status'] === 'quarantined')
  if (quarantined.length > 0)
    await sql`
      update app.workflow_runs r set status = 'quarantined', error = ${JSON.stringify(quarantineError)}::jsonb
      from unnest(${quarantined.map(({ orgId }) => orgId)}::uuid[], ${quarantined.map(({ key }) => key.run_id)}::uuid[]) as q(org_id, run_id)
      where r.org_id = q.org_id and r.id = q.run_id`.execute(tx)
  for (const { orgId, key, row } of reaped)
    await signal(tx, workflowRunChanged({ orgId, runId: key.run_id, ready: row['status'] !== 'quarantined' }))
}

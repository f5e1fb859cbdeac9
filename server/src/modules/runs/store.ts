import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'
import { sql } from 'kysely'
import { isFinished, runStatuses } from '@imperium/contract/runs.ts'
import type { Citation, Run, RunDraft, RunError, RunEvent, RunFilterStatus, RunStatus, RunStep } from '@imperium/contract/runs.ts'
import { readKey, storedText, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { lowestId } from '../../platform/ids.ts'
import type { UsedBy } from '../../platform/metering/metering.ts'
import type { LeaseTable } from '../../platform/leases/lease-table.ts'
import { whileAtRest } from '../organizations/index.ts'

export interface RunRow {
  id: string
  org_id: string
  agent_id: string
  agent_version: number
  agent_name: string
  status: string
  model: string
  config_id: string | null
  input: unknown
  input_images: string[]
  output: string | null
  citations: unknown
  /** The answer as data, of an agent with an output schema. */
  result: unknown
  images: string[]
  error_code: string | null
  error_message: string | null
  error_key: unknown
  input_tokens: number
  output_tokens: number
  cost_micros: number
  recoveries: number
  epoch: number
  next_event_seq: number
  started_by: string
  started_by_user: string | null
  started_by_key: string | null
  bound_by_keys: string[]
  /** Permissions that a reader of its answer needs. */
  needs: string[]
  trigger: string
  /** The turn of a chat before this one. */
  after_run_id: string | null
  draft: unknown
  workflow_id: string | null
  campaign_id: string | null
  /** The run and step that asked for it. */
  parent_run_id: string | null
  /** The run at the start of the chain. */
  root_run_id: string | null
  /** Agents of the chain, the asking one last. */
  asked_by: string[]
  depth: number
  cancel_requested_at: Date | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

export const toRun = (row: RunRow): Run => ({
  id: row.id,
  agentId: row.agent_id,
  agentName: row.agent_name,
  agentVersion: row.agent_version,
  status: row.status as RunStatus,
  model: row.model,
  input: row.input as Run['input'],
  ...(row.input_images.length > 0 ? { inputImages: row.input_images } : {}),
  output: row.output,
  citations: (row.citations ?? []) as Citation[],
  ...(row.result === null || row.result === undefined ? {} : { result: row.result as NonNullable<Run['result']> }),
  ...(row.images.length > 0 ? { images: row.images } : {}),
  error: row.error_code ? ({ code: row.error_code, ...worded(storedText(row.error_message ?? '', row.error_key)) } as RunError) : null,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  costMicros: row.cost_micros,
  latencyMs: row.started_at && row.finished_at ? Math.max(0, row.finished_at.getTime() - row.started_at.getTime()) : null,
  recoveries: row.recoveries,
  startedBy: row.started_by,
  afterRunId: row.after_run_id,
  isDraft: row.draft !== null,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  needs: row.needs,
})

/** What asks for a run of another agent. */
export interface RequestedBy {
  runId: string
  seq: number
  rootId: string
  by: readonly string[]
}

export interface NewRun {
  id: string
  agentId: string
  agentVersion: number
  agentName: string
  model: string
  trigger: 'web' | 'api' | 'campaign' | 'workflow' | 'chat' | 'message'
  startedBy: string
  startedByUser: string | null
  startedByKey: string | null
  boundByKeys: readonly string[]
  workflowId: string | null
  campaignId: string | null
  asked: RequestedBy | null
  depth: number
  input: unknown
  inputImages: readonly string[]
  afterRunId: string | null
  needs: readonly string[]
  draft: RunDraft | null
}

/** What the usage of a run counts to, beside its agent and model. */
export const usedBy = (row: RunRow): UsedBy => ({
  workflowId: row.workflow_id,
  campaignId: row.campaign_id,
  keyId: row.started_by_key,
  userId: row.started_by_user,
})

export async function insertRun(tx: OrgTx, run: NewRun): Promise<void> {
  await tx
    .insertInto('runs')
    .values({
      org_id: tx.orgId,
      id: run.id,
      agent_id: run.agentId,
      agent_version: run.agentVersion,
      agent_name: run.agentName,
      status: 'queued',
      due_at: sql`now()`,
      model: run.model,
      trigger: run.trigger,
      started_by: run.startedBy,
      started_by_user: run.startedByUser,
      started_by_key: run.startedByKey,
      bound_by_keys: [...run.boundByKeys],
      workflow_id: run.workflowId,
      campaign_id: run.campaignId,
      parent_run_id: run.asked?.runId ?? null,
      parent_seq: run.asked?.seq ?? null,
      root_run_id: run.asked?.rootId ?? null,
      asked_by: [...(run.asked?.by ?? [])],
      depth: run.depth,
      after_run_id: run.afterRunId,
      needs: [...run.needs],
      draft: run.draft === null ? null : JSON.stringify(run.draft),
      input: JSON.stringify(run.input),
      input_images: [...run.inputImages],
    })
    .execute()
}

export async function findRun(tx: OrgTx, id: string): Promise<RunRow | null> {
  return (await tx.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Those of the runs that exist, by id. */
export async function findRuns(tx: OrgTx, ids: readonly string[]): Promise<Map<string, Run>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('runs').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toRun(row)]))
}

export async function findRunForUpdate(tx: OrgTx, id: string): Promise<RunRow | null> {
  return (await tx.selectFrom('runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

interface RunsPage {
  agentId?: string | undefined
  status?: RunFilterStatus | undefined
  /** Part of the agent's name. */
  q?: string | undefined
  from?: string | undefined
  limit: number
  afterId: string | null
}

const statusesOf = (status: RunFilterStatus): readonly RunStatus[] =>
  status === 'open' || status === 'ended' ? runStatuses.filter((each) => isFinished(each) === (status === 'ended')) : [status]

export async function listRuns(tx: OrgTx, { agentId, status, q, from, limit, afterId }: RunsPage): Promise<RunRow[]> {
  return (
    tx
      .selectFrom('runs')
      .selectAll()
      .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId ?? ''))
      .$if(status !== undefined, (query) => query.where('status', 'in', statusesOf(status ?? 'open')))
      .$if(q !== undefined, (query) => query.where('agent_name', 'ilike', likePattern(q ?? '')))
      // Ids are ordered by time, and the list by id: a lower bound ends the reading.
      .$if(from !== undefined, (query) => query.where('id', '>=', lowestId(Date.parse(from ?? ''))))
      .$if(afterId !== null, (query) => query.where('id', '<', afterId ?? ''))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
  )
}

/** A run waits as a due row; `recoveries` counts the claims after the first. */
export const runLeases: LeaseTable<{ id: 'uuid' }, RunRow, { is_cancelled: boolean }> = {
  table: 'app.runs',
  key: { id: 'uuid' },
  dueAt: 'due_at',
  leaseMs: 20_000,
  open: sql`l.status in ('queued', 'running')`,
  before: ['cancel_requested_at'],
  rests: sql`b.cancel_requested_at is null and ${whileAtRest}`,
  claimed: sql`status = 'running', due_at = null, started_at = coalesce(l.started_at, clock_timestamp()),
    recoveries = l.recoveries + (l.status = 'running')::int`,
  row: sql`l.agent_id, l.agent_version, l.agent_name, l.status, l.model, l.config_id, l.input, l.input_images, l.output, l.citations, l.result, l.images, l.error_code, l.error_message,
    l.error_key, l.input_tokens, l.output_tokens, l.cost_micros, l.recoveries, l.next_event_seq, l.started_by, l.started_by_user,
    l.started_by_key, l.bound_by_keys, l.needs, l.trigger, l.after_run_id, l.draft, l.workflow_id, l.campaign_id, l.parent_run_id,
    l.root_run_id, l.asked_by, l.depth, l.cancel_requested_at,
    l.created_at, l.started_at, l.finished_at`,
  // Should the signal have been missed.
  update: sql`l.cancel_requested_at is not null as is_cancelled`,
}

/** Runs of an agent that have not ended, for the stop of a deleted one. */
export async function listUnfinished(tx: OrgTx, agentId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('runs')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  return rows.map((row) => row.id)
}

export interface StepRow {
  seq: number
  kind: string
  name: string
  status: string
  attempt: number
  input: unknown
  output: unknown
  error: string | null
  error_key: unknown
  input_tokens: number
  output_tokens: number
  cost_micros: number
  started_at: Date
  finished_at: Date | null
  needs: string[] | null
}

/** A step that was in flight when its run ended. The code is not stored: this text alone says so. */
export const runEnded = { error: 'The run ended first', errorCode: 'RUN_ENDED' } as const

export const toStep = (row: StepRow): RunStep => ({
  seq: row.seq,
  kind: row.kind as RunStep['kind'],
  name: row.name,
  status: row.status as RunStep['status'],
  input: row.input as RunStep['input'],
  output: (row.output ?? null) as RunStep['output'],
  error: row.error,
  errorKey: readKey(row.error, row.error_key),
  ...(row.error === runEnded.error ? runEnded : {}),
  attempt: row.attempt,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  costMicros: row.cost_micros,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  ...(row.needs ? { needs: row.needs } : {}),
})

export async function listSteps(tx: OrgTx, runId: string): Promise<StepRow[]> {
  return tx.selectFrom('run_steps').selectAll().where('run_id', '=', runId).orderBy('seq').limit(200).execute()
}

export async function insertEvents(tx: OrgTx, runId: string, events: readonly { seq: number; event: RunEvent }[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('run_events')
    .values(events.map(({ seq, event }) => ({ org_id: tx.orgId, run_id: runId, seq, payload: JSON.stringify(event) })))
    .execute()
}

export async function listEvents(tx: OrgTx, runId: string, afterSeq: number): Promise<{ seq: number; event: RunEvent }[]> {
  const rows = await tx
    .selectFrom('run_events')
    .select(['seq', 'payload'])
    .where('run_id', '=', runId)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(500)
    .execute()
  return rows.map((row) => ({ seq: row.seq, event: row.payload as unknown as RunEvent }))
}

export interface RunProgress {
  nextEventSeq: number
  needs?: readonly string[]
  configId?: string | null
  inputTokens?: number
  outputTokens?: number
  costMicros?: number
  status?: RunStatus
  output?: string | null
  citations?: readonly Citation[]
  result?: Run['result']
  images?: readonly string[]
  error?: RunError | null
  finishedAt?: Date
  /** The storage of the finished run, as metered. */
  storedBytes?: number
}

/** Ends a run that no worker has claimed. */
export async function endQueuedRun(tx: OrgTx, id: string, nextEventSeq: number): Promise<void> {
  await tx
    .updateTable('runs')
    .set({ status: 'cancelled', due_at: null, cancel_requested_at: sql`now()`, finished_at: sql`now()`, next_event_seq: nextEventSeq })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

export async function requestCancel(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('runs')
    .set({ cancel_requested_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Runs that are queued or running. */
export async function countOpenRuns(tx: OrgTx): Promise<number> {
  const row = await tx
    .selectFrom('runs')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row?.open ?? 0
}

/** Runs of agents that have not ended. */
export const listHeldRuns: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select r.org_id as "orgId", 'agent_run' as kind, r.agent_id as id, r.agent_name as name, count(*)::int as count, min(r.created_at) as "dueAt"
    from app.runs r where r.status in ('queued', 'running') and (${orgId}::uuid is null or r.org_id = ${orgId})
    group by r.org_id, r.agent_id, r.agent_name limit ${mostListed}`.execute(tx)
  return rows
}

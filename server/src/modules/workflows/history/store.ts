import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowRun, workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import { isMark } from '../core/state.ts'
import type { RunState } from '../core/state.ts'

const shown = [
  ...([
    'id',
    'workflow_id',
    'workflow_name',
    'version',
    'status',
    'trigger',
    'triggered_by',
    'started_at',
    'ended_at',
    'error_step',
  ] as const),
  ...(['error', 'cost_micros', 'is_test', 'retry_of', 'parent_run'] as const),
] as const

export interface RunRow {
  id: string
  workflow_id: string
  workflow_name: string
  version: number
  status: string
  trigger: string
  triggered_by: string
  started_at: Date
  ended_at: Date | null
  error_step: string | null
  error: unknown
  cost_micros: number
  is_test: boolean
  retry_of: string | null
  parent_run: string | null
  skipped_steps: number
}

export const toRun = (row: RunRow, now: Date): WorkflowRun => ({
  id: row.id,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  version: row.version,
  triggeredBy: row.triggered_by,
  status: row.status as WorkflowRun['status'],
  trigger: row.trigger as WorkflowRun['trigger'],
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  durationMs: Math.max(0, (row.ended_at ?? now).getTime() - row.started_at.getTime()),
  errorStep: row.error_step,
  error: row.error as WorkflowRun['error'],
  costMicros: row.cost_micros,
  isTest: row.is_test,
  retryOf: row.retry_of,
  parentRun: row.parent_run,
  skippedSteps: row.skipped_steps,
})

export const endedStatuses = ['success', 'failed', 'cancelled'] as const
export const isEnded = (status: string): boolean => endedStatuses.some((each) => each === status)

const skippedSteps = sql<number>`(
  select count(*)::int from app.workflow_steps s
  where s.org_id = workflow_runs.org_id and s.run_id = workflow_runs.id and s.status = 'skipped'
)`.as('skipped_steps')

type Filter = Omit<z.infer<typeof workflowRuns.list.query>, 'limit' | 'cursor'>

/** Newest first: ids are ordered by time. */
export async function listRuns(
  tx: OrgTx,
  filter: Filter,
  { limit, afterId }: { limit: number; afterId: string | null },
): Promise<RunRow[]> {
  const { workflowId, status, trigger, q, from, to } = filter
  let query = tx
    .selectFrom('workflow_runs')
    .select([...shown, skippedSteps])
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (afterId) query = query.where('id', '<', afterId)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  if (status === 'ended') query = query.where('status', 'in', [...endedStatuses])
  else if (status === 'open') query = query.where('status', 'not in', [...endedStatuses])
  else if (status) query = query.where('status', '=', status)
  if (trigger) query = query.where('trigger', '=', trigger)
  if (from) query = query.where(sql<SqlBool>`id >= app.uuid_floor(${from}::timestamptz)`)
  if (to) query = query.where(sql<SqlBool>`id < app.uuid_floor(${to}::timestamptz)`)
  if (q) {
    const pattern = likePattern(q)
    query = query.where((eb) =>
      isId(q)
        ? eb('id', '=', q)
        : eb.or([
            eb('workflow_name', 'ilike', pattern),
            eb('triggered_by', 'ilike', pattern),
            sql<SqlBool>`error ->> 'message' ilike ${pattern}`,
          ]),
    )
  }
  return query.execute()
}

export const findRun = (tx: OrgTx, id: string): Promise<RunRow | undefined> =>
  tx
    .selectFrom('workflow_runs')
    .select([...shown, skippedSteps])
    .where('id', '=', id)
    .executeTakeFirst()

/** Input and output of a run, as stored. */
export async function findContents(tx: OrgTx, id: string): Promise<{ input: Json; output: Json; definition: unknown }> {
  const row = await tx.selectFrom('workflow_runs').select(['input', 'output', 'definition']).where('id', '=', id).executeTakeFirstOrThrow()
  return { input: row.input as Json, output: row.output as Json, definition: row.definition }
}

/** The definition that a run runs by. */
export async function definitionOf(tx: OrgTx, run: RunRow, draft: unknown): Promise<WorkflowDefinition> {
  if (run.version === 0) return WorkflowDefinition.parse(draft ?? {})
  const row = await tx
    .selectFrom('workflow_versions')
    .select('definition')
    .where('workflow_id', '=', run.workflow_id)
    .where('version', '=', run.version)
    .executeTakeFirst()
  return WorkflowDefinition.parse(row?.definition ?? {})
}

export const listSteps = (tx: OrgTx, runId: string, limit: number) =>
  tx.selectFrom('workflow_steps').selectAll().where('run_id', '=', runId).orderBy('seq').limit(limit).execute()
export type StepRow = Awaited<ReturnType<typeof listSteps>>[number]

export async function listRetries(tx: OrgTx, run: RunRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('workflow_runs')
    .select('id')
    .where('workflow_id', '=', run.workflow_id)
    .where('id', '>', run.id)
    .where('retry_of', '=', run.id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/** The state of an open run, for the history; null when it has ended. */
export async function findLive(tx: OrgTx, runId: string): Promise<{ status: string; state: RunState | null } | null> {
  const row = await tx.selectFrom('workflow_live').select(['status', 'state']).where('run_id', '=', runId).executeTakeFirst()
  if (!row) return null
  return { status: row.status, state: (row.state as { state?: RunState } | null)?.state ?? null }
}

/** Values of rows that are stored apart, by number, up to the size limit. Expired ones are missing. */
export async function readPayloads(tx: OrgTx, runId: string, values: readonly Json[], mostBytes: number): Promise<Map<number, Json>> {
  const ids: number[] = []
  let bytes = 0
  for (const value of values) {
    if (!isMark(value) || ids.includes(value.$payload) || bytes + value.bytes > mostBytes) continue
    ids.push(value.$payload)
    bytes += value.bytes
  }
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('workflow_payloads').select(['id', 'data']).where('run_id', '=', runId).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.data as Json]))
}

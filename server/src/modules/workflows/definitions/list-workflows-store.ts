import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { workflowSorts, Workflow } from '@imperium/contract/workflows/workflows.ts'
import type { TriggerType } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { WorkflowStatus } from './store.ts'

type Sort = (typeof workflowSorts)[number]
const sorts: Record<Sort, { by: RawBuilder<unknown>; type: string }> = {
  createdAt: { by: sql`w.created_at`, type: 'timestamptz' },
  updatedAt: { by: sql`w.updated_at`, type: 'timestamptz' },
  name: { by: sql`lower(w.name)`, type: 'text' },
  executions: { by: sql`coalesce(t.executions, 0)`, type: 'int' },
  lastRun: { by: sql`coalesce(t.last_run_at, 'epoch'::timestamptz)`, type: 'timestamptz' },
}

export interface WorkflowPage {
  filter: { q?: string | undefined; status?: WorkflowStatus | undefined }
  sort: Sort
  order: 'asc' | 'desc'
  limit: number
  /** Sort value (as text) and id of the last row of the page before. */
  after: [string, string] | null
}

const hasChanges = sql<boolean>`case when w.version is null then true else coalesce(w.draft is distinct from
  (select v.definition from app.workflow_versions v where v.org_id = w.org_id and v.workflow_id = w.id and v.version = w.version), true) end`
const successRate = sql<number | null>`round(100.0 * t.succeeded / nullif(t.succeeded + t.failed, 0), 1)::float8`

const shownWorkflows = (tx: OrgTx) =>
  tx
    .selectFrom('workflows as w')
    .leftJoin('workflow_totals as t', (join) => join.onRef('t.org_id', '=', 'w.org_id').onRef('t.workflow_id', '=', 'w.id'))
    .select(['w.id', 'w.name', 'w.description', 'w.status', 'w.trigger_type', 'w.trigger_value', 'w.actions', 'w.version'])
    .select(['w.created_by', 'w.created_at', 'w.updated_at', 't.executions', 't.last_run_at'])
    .select([hasChanges.as('has_changes'), successRate.as('success_rate')])
    .where('w.deleted_at', 'is', null)

type ShownRow = Awaited<ReturnType<ReturnType<typeof shownWorkflows>['execute']>>[number]

const toWorkflow = (row: ShownRow): Workflow => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status as WorkflowStatus,
  trigger: { type: row.trigger_type as TriggerType, value: row.trigger_value },
  actions: row.actions,
  executions: row.executions ?? 0,
  lastRun: row.last_run_at?.toISOString() ?? null,
  successRate: row.success_rate,
  version: row.version,
  hasChanges: row.has_changes,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export async function listWorkflows(tx: OrgTx, page: WorkflowPage): Promise<{ rows: Workflow[]; last: [string, string] | null }> {
  const { by, type } = sorts[page.sort]
  const compare = sql.raw(page.order === 'asc' ? '>' : '<')
  const order = sql.raw(page.order)
  const { q, status } = page.filter
  const pattern = likePattern(q ?? '')
  const rows = await shownWorkflows(tx)
    .select(sql<string>`${by}::text`.as('sort_key'))
    .$if(q !== undefined && q !== '', (query) =>
      query.where((eb) => eb.or([eb('w.name', 'ilike', pattern), eb('w.description', 'ilike', pattern)])),
    )
    .$if(status !== undefined, (query) => query.where('w.status', '=', status ?? ''))
    .$if(page.after !== null, (query) =>
      query.where(sql<SqlBool>`(${by}, w.id) ${compare} (${page.after?.[0]}::${sql.raw(type)}, ${page.after?.[1]}::uuid)`),
    )
    .orderBy(sql`${by} ${order}`)
    .orderBy(sql`w.id ${order}`)
    .limit(page.limit + 1)
    .execute()
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { rows: shown.map(toWorkflow), last: last ? [last.sort_key, last.id] : null }
}

/** One workflow in the form of the list; null when there is none. */
export async function showWorkflow(tx: OrgTx, id: string): Promise<Workflow | null> {
  const row = await shownWorkflows(tx).where('w.id', '=', id).executeTakeFirst()
  return row ? toWorkflow(row) : null
}

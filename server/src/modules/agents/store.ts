import { sql } from 'kysely'
import type { ExpressionBuilder, RawBuilder, SqlBool } from 'kysely'
import type { Agent, AgentStatus, AgentType, GrantedTool, agentSorts } from '@imperium/contract/agents.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { DB } from '../../platform/db/types.gen.ts'
import { listStatement } from '../../platform/resources/list-statement.ts'
import type { Listed } from '../../platform/resources/list-statement.ts'
import { isoText } from '../../platform/resources/reply-of.ts'

/** The fields that make a version: a change of any of them creates a new, immutable version. */
export interface AgentBehaviour {
  model: string
  systemPrompt: string
  /** Null: the temperature of the model's configuration. */
  temperature: number | null
  maxTokens: number
  capabilities: GrantedTool[]
  /** JSON schema of every answer; null: plain text. */
  outputSchema: Agent['outputSchema']
}

export interface AgentFields extends AgentBehaviour {
  name: string
  description: string
  type: AgentType
  category: string
  isPublic: boolean
  monthlyBudgetMicros: number | null
}

export interface AgentFilter {
  q?: string | undefined
  status?: AgentStatus | undefined
  type?: AgentType | undefined
  model?: string | undefined
  isPublic?: boolean | undefined
}

/** Serializes creates per organization, so that parallel ones cannot exceed the plan's limit together (R69). */
export async function lockAgentCount(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agents:${tx.orgId}`}, 0))`.execute(tx)
}

export async function countAgents(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('agents')
    .select(sql<number>`count(*)`.as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const behaviourColumns = (fields: AgentBehaviour) => ({
  model: fields.model,
  system_prompt: fields.systemPrompt,
  temperature: fields.temperature,
  max_tokens: fields.maxTokens,
  capabilities: fields.capabilities,
  output_schema: fields.outputSchema === null ? null : JSON.stringify(fields.outputSchema),
})

export async function insertAgent(tx: OrgTx, id: string, fields: AgentFields, createdBy: string): Promise<void> {
  await tx
    .insertInto('agents')
    .values({
      org_id: tx.orgId,
      id,
      name: fields.name,
      description: fields.description,
      type: fields.type,
      category: fields.category,
      status: 'ACTIVE',
      is_public: fields.isPublic,
      version: 1,
      ...behaviourColumns(fields),
      monthly_budget_micros: fields.monthlyBudgetMicros,
      created_by: createdBy,
    })
    .execute()
  await insertVersion(tx, id, 1, fields, createdBy)
}

export async function insertVersion(
  tx: OrgTx,
  agentId: string,
  version: number,
  behaviour: AgentBehaviour,
  createdBy: string,
): Promise<void> {
  await tx
    .insertInto('agent_versions')
    .values({ org_id: tx.orgId, agent_id: agentId, version, ...behaviourColumns(behaviour), created_by: createdBy })
    .execute()
}

export async function updateAgent(tx: OrgTx, id: string, fields: AgentFields & { version: number }): Promise<void> {
  await tx
    .updateTable('agents')
    .set({
      name: fields.name,
      description: fields.description,
      type: fields.type,
      category: fields.category,
      is_public: fields.isPublic,
      version: fields.version,
      ...behaviourColumns(fields),
      monthly_budget_micros: fields.monthlyBudgetMicros,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Whether visitors may talk to the agent. */
export async function setPublic(tx: OrgTx, id: string, isPublic: boolean): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ is_public: isPublic, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('is_public', '<>', isPublic)
    .execute()
}

export async function setStatus(tx: OrgTx, ids: readonly string[], status: AgentStatus): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ status, updated_at: sql`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute()
}

export async function markDeleted(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ deleted_at: sql`now()`, updated_at: sql`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute()
}

/** Status and name of those of the ids that exist, locked for the change that follows, always in the order of ids. */
export async function lockAgents(tx: OrgTx, ids: readonly string[]): Promise<{ id: string; status: AgentStatus; name: string }[]> {
  const rows = await tx
    .selectFrom('agents')
    .select(['id', 'status', 'name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as AgentStatus }))
}

const successRate = sql<number | null>`round(100.0 * u.completed / nullif(u.completed + u.failed, 0), 1)`

const selectAgents = (tx: OrgTx) =>
  tx
    .selectFrom('agents as a')
    .leftJoin('usage_totals as u', (join) => join.onRef('u.org_id', '=', 'a.org_id').onRef('u.agent_id', '=', 'a.id'))
    .where('a.deleted_at', 'is', null)
    .select([
      'a.id',
      'a.name',
      'a.description',
      'a.type',
      'a.category',
      'a.status',
      'a.model',
      'a.system_prompt',
      'a.temperature',
      'a.max_tokens',
      'a.output_schema',
    ])
    .select(['a.capabilities', 'a.is_public', 'a.version', 'a.monthly_budget_micros', 'a.created_at', 'a.updated_at', 'u.last_run_at'])
    .select([sql<number>`coalesce(u.runs, 0)`.as('usage_count'), successRate.as('success_rate')])

type AgentRow = Awaited<ReturnType<ReturnType<typeof selectAgents>['execute']>>[number]

const toAgent = (row: AgentRow | Listed<AgentRow>): Agent => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type as AgentType,
  category: row.category,
  status: row.status as AgentStatus,
  model: row.model,
  systemPrompt: row.system_prompt,
  temperature: row.temperature,
  maxTokens: row.max_tokens,
  capabilities: row.capabilities as GrantedTool[],
  outputSchema: (row.output_schema ?? null) as Agent['outputSchema'],
  isPublic: row.is_public,
  version: row.version,
  monthlyBudgetMicros: row.monthly_budget_micros,
  usageCount: row.usage_count,
  lastUsedAt: isoText(row.last_run_at),
  successRate: row.success_rate,
  createdAt: isoText(row.created_at),
  updatedAt: isoText(row.updated_at),
})

export async function findAgent(tx: OrgTx, id: string): Promise<Agent | null> {
  const row = await selectAgents(tx).where('a.id', '=', id).executeTakeFirst()
  return row ? toAgent(row) : null
}

/** The agent with the runs that the meter has not folded yet, so that a run that has just ended is counted. */
export async function findAgentWithLatestRuns(tx: OrgTx, id: string): Promise<Agent | null> {
  const [row, pending] = await Promise.all([
    selectAgents(tx).select(['u.completed', 'u.failed']).where('a.id', '=', id).executeTakeFirst(),
    tx
      .selectFrom('usage_pending')
      .select([sql<number>`coalesce(sum(runs), 0)`.as('runs'), sql<number>`coalesce(sum(completed), 0)`.as('completed')])
      .select([sql<number>`coalesce(sum(failed), 0)`.as('failed'), sql<Date | null>`max(at) filter (where runs > 0)`.as('last_run_at')])
      .where('agent_id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  if (!row) return null
  const completed = (row.completed ?? 0) + pending.completed
  const finished = completed + (row.failed ?? 0) + pending.failed
  return toAgent({
    ...row,
    usage_count: row.usage_count + pending.runs,
    success_rate: finished ? Math.round((1_000 * completed) / finished) / 10 : null,
    last_run_at: pending.last_run_at ?? row.last_run_at,
  })
}

/** An agent, holding its row until the transaction ends. */
export async function findAgentForUpdate(tx: OrgTx, id: string): Promise<Agent | null> {
  const held = await tx
    .selectFrom('agents')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return held ? findAgent(tx, id) : null
}

type AgentTables = Pick<DB, 'agents'> & { a: DB['agents'] }

function matching({ q, status, type, model, isPublic }: AgentFilter) {
  return (eb: ExpressionBuilder<AgentTables, 'a'>) => {
    const conditions: ReturnType<typeof eb.and>[] = []
    if (q) conditions.push(eb.or([eb('a.name', 'ilike', likePattern(q)), eb('a.description', 'ilike', likePattern(q))]))
    if (status) conditions.push(eb.and([eb('a.status', '=', status)]))
    if (type) conditions.push(eb.and([eb('a.type', '=', type)]))
    if (model) conditions.push(eb.and([eb('a.model', '=', model)]))
    if (isPublic !== undefined) conditions.push(eb.and([eb('a.is_public', '=', isPublic)]))
    return eb.and(conditions)
  }
}

type Sort = (typeof agentSorts)[number]

// Each sort as an expression without nulls (a null cannot be compared in a cursor), and the type its text is read back as.
const sorts: Record<Sort, { by: RawBuilder<unknown>; type: string }> = {
  createdAt: { by: sql`a.created_at`, type: 'timestamptz' },
  name: { by: sql`lower(a.name)`, type: 'text' },
  status: { by: sql`a.status`, type: 'text' },
  model: { by: sql`a.model`, type: 'text' },
  usageCount: { by: sql`coalesce(u.runs, 0)`, type: 'bigint' },
  successRate: { by: sql`coalesce(100.0 * u.completed / nullif(u.completed + u.failed, 0), -1)`, type: 'numeric' },
  lastUsedAt: { by: sql`coalesce(u.last_run_at, 'epoch')`, type: 'timestamptz' },
}

export interface AgentPage {
  filter: AgentFilter
  sort: Sort
  direction: 'asc' | 'desc'
  limit: number
  /** Sort value (as text) and id of the last row of the page before. */
  after: [string, string] | null
}

const agentPage = listStatement((tx, { filter, sort, direction, limit, after }: AgentPage) => {
  const { by, type } = sorts[sort]
  const compare = sql.raw(direction === 'asc' ? '>' : '<')
  const order = sql.raw(direction)
  return selectAgents(tx)
    .select(sql<string>`${by}::text`.as('sort_key'))
    .where((eb) => matching(filter)(eb as unknown as ExpressionBuilder<AgentTables, 'a'>))
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(${by}, a.id) ${compare} (${after?.[0]}::${sql.raw(type)}, ${after?.[1]}::uuid)`),
    )
    .orderBy(sql`${by} ${order}`)
    .orderBy(sql`a.id ${order}`)
    .limit(limit + 1)
})

/** The transaction's last statement. */
export async function listAgents(tx: OrgTx, page: AgentPage): Promise<{ rows: Agent[]; last: [string, string] | null }> {
  const rows = await agentPage(tx, page)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { rows: shown.map(toAgent), last: last ? [last.sort_key, last.id] : null }
}

export async function agentStats(tx: OrgTx, filter: AgentFilter) {
  const [counts, totals, models] = await Promise.all([
    tx
      .selectFrom('agents as a')
      .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) filter (where a.status in ('ACTIVE', 'RUNNING'))`.as('active')])
      .select((eb) =>
        sql<number>`count(*) filter (where ${matching(filter)(eb as unknown as ExpressionBuilder<AgentTables, 'a'>)})`.as('matching'),
      )
      .where('a.deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('usage_totals as u')
      .select([
        sql<number>`coalesce(sum(u.runs), 0)`.as('runs'),
        sql<number | null>`round(100.0 * sum(u.completed) / nullif(sum(u.completed + u.failed), 0), 1)`.as('success_rate'),
      ])
      .executeTakeFirstOrThrow(),
    tx.selectFrom('agents').select('model').distinct().where('deleted_at', 'is', null).orderBy('model').limit(200).execute(),
  ])
  return { ...counts, totalRuns: totals.runs, successRate: totals.success_rate, models: models.map((row) => row.model) }
}

export async function listVersions(tx: OrgTx, agentId: string) {
  return tx.selectFrom('agent_versions').selectAll().where('agent_id', '=', agentId).orderBy('version', 'desc').limit(200).execute()
}

/** What a run needs from its agent's version, and from the agent's current state. */
export async function findVersion(tx: OrgTx, agentId: string, version: number) {
  return tx
    .selectFrom('agent_versions as v')
    .innerJoin('agents as a', (join) => join.onRef('a.org_id', '=', 'v.org_id').onRef('a.id', '=', 'v.agent_id'))
    .select([
      'v.model',
      'v.system_prompt',
      'v.temperature',
      'v.max_tokens',
      'v.capabilities',
      'v.output_schema',
      'a.monthly_budget_micros',
      'a.deleted_at',
    ])
    .where('v.agent_id', '=', agentId)
    .where('v.version', '=', version)
    .executeTakeFirst()
}

export async function namesOfModelUsers(tx: OrgTx, model: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('agents')
    .select('name')
    .where('model', '=', model)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(20)
    .execute()
  return rows.map((row) => row.name)
}

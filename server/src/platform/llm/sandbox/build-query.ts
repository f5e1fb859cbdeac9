/** Reads a question about the organization's own data into the input of the `database_query` tool. */

type Filter = { field: string; op: 'eq' | 'gte'; value: string }
type Aggregate = { fn: 'count' | 'sum' | 'avg'; field?: string }

type Table =
  | 'contacts'
  | 'segments'
  | 'campaigns'
  | 'messages'
  | 'workflows'
  | 'workflow_runs'
  | 'agents'
  | 'runs'
  | 'run_steps'
  | 'activity'

export interface SandboxQuery {
  table: Table
  fields?: string[]
  filters?: Filter[]
  groupBy?: string[]
  aggregates?: Aggregate[]
  orderBy?: { field: string; direction: 'asc' | 'desc' }[]
  limit?: number
}

const AGENT_STATUSES = ['active', 'running', 'paused', 'draft', 'ready', 'testing', 'error', 'maintenance', 'deprecated', 'archived']
const RUN_STATUSES: [RegExp, string][] = [
  [/\bfail(ed|ing|ures?)?\b|\berrors?\b/i, 'failed'],
  [/\b(completed|succeeded|successful|finished)\b/i, 'completed'],
  [/\bcancell?ed\b/i, 'cancelled'],
  [/\bqueued\b|\bwaiting\b/i, 'queued'],
  [/\brunning\b/i, 'running'],
]
const COUNTING = /\bhow many\b|\bcounts?\b|\bnumber of\b|\btotal number\b/i
const ASKING =
  /\blist\b|\bwhich\b|\bshow\b|\bwhat\b|\bfind\b|\btop\b|\bmost\b|\bleast\b|\blatest\b|\brecent\b|\baverage\b|\btotal\b|\breport\b|\bhow (much|long|fast|often)\b|\bstatus of\b/i
const SUBJECT =
  /\bcontacts?\b|\bsegments?\b|\bcampaigns?\b|\bmessages?\b|\bworkflows?\b|\bagents?\b|\bruns?\b|\bsteps?\b|\bactivit(y|ies)\b|\bexecutions?\b|\bcosts?\b|\bspen[dt]\b|\blatency\b/i

/** Whether a text asks for data of the organization's tables. */
export const requestsData = (text: string): boolean => SUBJECT.test(text) && (COUNTING.test(text) || ASKING.test(text))

const LISTED_FIELDS: Record<SandboxQuery['table'], string[]> = {
  contacts: ['first_name', 'last_name', 'email', 'tags', 'created_at'],
  segments: ['name', 'rules', 'contacts', 'created_at'],
  campaigns: ['name', 'channel', 'status', 'sent', 'opened', 'clicked', 'created_at'],
  messages: ['sender_name', 'direction', 'channel', 'status', 'at'],
  workflows: ['name', 'status', 'trigger_type', 'created_at'],
  workflow_runs: ['workflow_name', 'status', 'triggered_by', 'started_at'],
  agents: ['name', 'type', 'status', 'model', 'created_at'],
  runs: ['agent_name', 'status', 'cost_micros', 'latency_ms', 'created_at'],
  run_steps: ['name', 'kind', 'status', 'started_at'],
  activity: ['actor_name', 'action', 'target_name', 'at'],
}

/** The creation time of a row in each table. */
const TIME_FIELDS: Record<SandboxQuery['table'], string> = {
  contacts: 'created_at',
  segments: 'created_at',
  campaigns: 'created_at',
  messages: 'at',
  workflows: 'created_at',
  workflow_runs: 'started_at',
  agents: 'created_at',
  runs: 'created_at',
  run_steps: 'started_at',
  activity: 'at',
}

const chooseTable = (text: string): SandboxQuery['table'] => {
  if (/\bworkflows?\b/i.test(text)) return /\b(runs?|executions?)\b/i.test(text) ? 'workflow_runs' : 'workflows'
  if (/\bcampaigns?\b/i.test(text)) return 'campaigns'
  if (/\bsegments?\b/i.test(text)) return 'segments'
  if (/\bcontacts?\b/i.test(text)) return 'contacts'
  if (/\bmessages?\b/i.test(text)) return 'messages'
  if (/\bactivit(y|ies)\b/i.test(text)) return 'activity'
  if (/\bsteps?\b/i.test(text)) return 'run_steps'
  if (/\bagents?\b/i.test(text) && !/\b(runs|executions?|costs?|spen[dt]|latency)\b/i.test(text)) return 'agents'
  return 'runs'
}

const readSince = (text: string, now: Date): Date | undefined => {
  const day = 86_400_000
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const days = /\b(?:last|past) (\d{1,3}) days?\b/i.exec(text)?.[1]
  if (days) return new Date(now.getTime() - Number(days) * day)
  if (/\btoday\b/i.test(text)) return midnight
  if (/\b(this|last|past) week\b/i.test(text)) return new Date(midnight.getTime() - 7 * day)
  if (/\b(this|last|past) month\b/i.test(text)) return new Date(midnight.getTime() - 30 * day)
  return undefined
}

const readFilters = (text: string, table: SandboxQuery['table'], now: Date): Filter[] => {
  const filters: Filter[] = []
  if (table === 'agents') {
    const status = AGENT_STATUSES.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(text))
    if (status) filters.push({ field: 'status', op: 'eq', value: status.toUpperCase() })
  } else if (table === 'runs') {
    const status = RUN_STATUSES.find(([pattern]) => pattern.test(text))?.[1]
    if (status) filters.push({ field: 'status', op: 'eq', value: status })
  }
  const since = readSince(text, now)
  if (since) filters.push({ field: TIME_FIELDS[table], op: 'gte', value: since.toISOString() })
  return filters
}

const readGroup = (text: string, table: SandboxQuery['table']): string | undefined => {
  const word = /\b(?:by|per|for each)\s+(?:each\s+)?(status|model|category|type|kind|channel|source|agent)\b/i
    .exec(text)?.[1]
    ?.toLowerCase()
  if (word === 'agent') return table === 'runs' ? 'agent_name' : undefined
  const known: Record<string, readonly string[]> = {
    contacts: ['source'],
    campaigns: ['status', 'channel'],
    messages: ['status', 'channel'],
    workflows: ['status'],
    workflow_runs: ['status'],
    agents: ['status', 'model', 'category', 'type'],
    runs: ['status'],
    run_steps: ['kind', 'status'],
  }
  return word !== undefined && known[table]?.includes(word) ? word : undefined
}

const readAggregate = (text: string, table: SandboxQuery['table'], grouped: boolean): Aggregate | undefined => {
  if (table === 'runs' && /\bcosts?\b|\bspen[dt]\b/i.test(text) && !/\blist\b|\bwhich\b/i.test(text)) {
    return { fn: /\baverage\b/i.test(text) ? 'avg' : 'sum', field: 'cost_micros' }
  }
  if (table === 'runs' && /\baverage\b|\bhow (long|fast)\b/i.test(text)) return { fn: 'avg', field: 'latency_ms' }
  return COUNTING.test(text) || grouped ? { fn: 'count' } : undefined
}

/** The query for a text that `requestsData`. The same text and day give the same query. */
export const buildQuery = (text: string, now: Date): SandboxQuery => {
  const table = chooseTable(text)
  const filters = readFilters(text, table, now)
  const where = filters.length > 0 ? { filters } : {}
  const group = readGroup(text, table)
  const aggregate = readAggregate(text, table, group !== undefined)
  if (aggregate) return { table, ...where, ...(group ? { groupBy: [group], limit: 20 } : {}), aggregates: [aggregate] }
  const request = Number(/\b(?:top|latest|last|first)\s+(\d{1,3})\b(?! days?)/i.exec(text)?.[1] ?? 10)
  const field = table === 'runs' && /\bexpensive\b|\bcosts?\b/i.test(text) ? 'cost_micros' : TIME_FIELDS[table]
  return {
    table,
    fields: LISTED_FIELDS[table],
    ...where,
    orderBy: [{ field, direction: 'desc' }],
    limit: Math.min(50, Math.max(1, request)),
  }
}

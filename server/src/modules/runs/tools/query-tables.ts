import { sql } from 'kysely'
import { queryColumns } from '../../../platform/llm/query-tables.ts'
import type { Aggregate, QueryTable } from '../../../platform/llm/query-tables.ts'

const measureOf = (text: string): Aggregate | undefined => {
  if (/\bcosts?\b|\bspen[dt]\b/i.test(text) && !/\blist\b|\bwhich\b/i.test(text))
    return { fn: /\baverage\b/i.test(text) ? 'avg' : 'sum', field: 'cost_micros' }
  return /\baverage\b|\bhow (long|fast)\b/i.test(text) ? { fn: 'avg', field: 'latency_ms' } : undefined
}

export const runsQuery: QueryTable = {
  name: 'runs',
  order: 80,
  from: sql`from app.runs where true`,
  permission: 'runs:read',
  fields: {
    ...queryColumns({ id: 'text', agent_id: 'text', agent_name: 'text', agent_version: 'number', status: 'text', model: 'text' }),
    ...queryColumns({ trigger: 'text', started_by: 'text', error_code: 'text', error_message: 'text' }),
    ...queryColumns({ input_tokens: 'number', output_tokens: 'number', cost_micros: 'number', recoveries: 'number' }),
    ...queryColumns({ created_at: 'time', started_at: 'time', finished_at: 'time' }),
    latency_ms: { column: sql`round(extract(epoch from finished_at - started_at) * 1000)`, kind: 'number' },
  },
  questions: {
    rank: 100,
    isAbout: (text) => /\b(runs?|executions?|costs?|spen[dt]|latency)\b/i.test(text),
    listed: ['agent_name', 'status', 'cost_micros', 'latency_ms', 'created_at'],
    time: 'created_at',
    groups: { status: 'status', agent: 'agent_name' },
    statuses: [
      [/\bfail(ed|ing|ures?)?\b|\berrors?\b/i, 'failed'],
      [/\b(completed|succeeded|successful|finished)\b/i, 'completed'],
      [/\bcancell?ed\b/i, 'cancelled'],
      [/\bqueued\b|\bwaiting\b/i, 'queued'],
      [/\brunning\b/i, 'running'],
    ],
    ranking: [/\bexpensive\b|\bcosts?\b/i, 'cost_micros'],
    measure: measureOf,
  },
}

export const runStepsQuery: QueryTable = {
  name: 'run_steps',
  order: 90,
  from: sql`from app.run_steps where true`,
  permission: 'runs:read',
  fields: queryColumns({
    ...({ run_id: 'text', seq: 'number', kind: 'text', name: 'text', status: 'text', attempt: 'number', error: 'text' } as const),
    ...({ input_tokens: 'number', output_tokens: 'number', cost_micros: 'number', started_at: 'time', finished_at: 'time' } as const),
  }),
  questions: {
    rank: 80,
    isAbout: (text) => /\bsteps?\b/i.test(text),
    listed: ['name', 'kind', 'status', 'started_at'],
    time: 'started_at',
    groups: { kind: 'kind', status: 'status' },
  },
}

import { sql } from 'kysely'
import { queryColumns } from '../../platform/llm/query-tables.ts'
import type { QueryTable } from '../../platform/llm/query-tables.ts'

const statuses = ['active', 'running', 'paused', 'draft', 'ready', 'testing', 'error', 'maintenance', 'deprecated', 'archived']

export const agentsQuery: QueryTable = {
  name: 'agents',
  order: 70,
  from: sql`from app.agents where deleted_at is null`,
  permission: 'agents:read',
  automations: true,
  fields: queryColumns({
    ...({ id: 'text', name: 'text', description: 'text', type: 'text', category: 'text', status: 'text', model: 'text' } as const),
    ...({ version: 'number', temperature: 'number', max_tokens: 'number', monthly_budget_micros: 'number' } as const),
    ...({ is_public: 'boolean', created_at: 'time', updated_at: 'time' } as const),
  }),
  questions: {
    rank: 90,
    isAbout: (text) => /\bagents?\b/i.test(text) && !/\b(runs|executions?|costs?|spen[dt]|latency)\b/i.test(text),
    listed: ['name', 'type', 'status', 'model', 'created_at'],
    time: 'created_at',
    groups: { status: 'status', model: 'model', category: 'category', type: 'type' },
    statuses: statuses.map((name) => [new RegExp(`\\b${name}\\b`, 'i'), name.toUpperCase()]),
  },
}

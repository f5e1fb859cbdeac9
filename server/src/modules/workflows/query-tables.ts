import { sql } from 'kysely'
import { queryColumns } from '../../platform/llm/query-tables.ts'
import type { QueryTable } from '../../platform/llm/query-tables.ts'

export const workflowsQuery: QueryTable = {
  name: 'workflows',
  order: 50,
  from: sql`from app.workflows where deleted_at is null`,
  permission: 'workflows:read',
  automations: true,
  fields: {
    ...queryColumns({ id: 'text', name: 'text', description: 'text', status: 'text', trigger_type: 'text', version: 'number' }),
    steps: { column: sql`actions`, kind: 'number' },
    ...queryColumns({ created_by: 'text', created_at: 'time', updated_at: 'time' }),
  },
  questions: {
    rank: 20,
    isAbout: (text) => /\bworkflows?\b/i.test(text),
    listed: ['name', 'status', 'trigger_type', 'created_at'],
    time: 'created_at',
    groups: { status: 'status' },
  },
}

export const workflowRunsQuery: QueryTable = {
  name: 'workflow_runs',
  order: 60,
  from: sql`from app.workflow_runs where true`,
  permission: 'workflows:read',
  fields: {
    ...queryColumns({ id: 'text', workflow_id: 'text', workflow_name: 'text', version: 'number', status: 'text', trigger: 'text' }),
    ...queryColumns({ triggered_by: 'text', is_test: 'boolean', contact_id: 'text', cost_micros: 'number', error_step: 'text' }),
    error_message: { column: sql`error ->> 'message'`, kind: 'text' },
    ...queryColumns({ started_at: 'time', ended_at: 'time' }),
  },
  questions: {
    rank: 10,
    isAbout: (text) => /\bworkflows?\b/i.test(text) && /\b(runs?|executions?)\b/i.test(text),
    listed: ['workflow_name', 'status', 'triggered_by', 'started_at'],
    time: 'started_at',
    groups: { status: 'status' },
  },
}

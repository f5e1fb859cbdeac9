import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Permission } from '@imperium/contract/permissions.ts'

export type Kind = 'text' | 'number' | 'time' | 'boolean'

export interface QueryColumn {
  column: RawBuilder<unknown>
  kind: Kind
}

export interface QueryTable {
  from: RawBuilder<unknown>
  /** What the person or key behind the run needs. */
  permission: Permission
  /** Readable without a person behind the run: nothing personal, no text that a stranger can write. */
  automations?: true
  fields: Record<string, QueryColumn>
}

const columns = (kinds: Record<string, Kind>): Record<string, QueryColumn> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { column: sql`${sql.ref(name)}`, kind }]))

/** The allowed queries: our own names, each with its SQL expression. No text of a model becomes SQL (SEC-25, SEC-43). */
export const queryTables: Record<string, QueryTable> = {
  contacts: {
    from: sql`app.contacts where true`,
    permission: 'contacts:read',
    fields: {
      ...columns({ id: 'text', email: 'text', email_state: 'text', first_name: 'text', last_name: 'text', phone: 'text' }),
      tags: { column: sql`array_to_string(tags, ', ')`, kind: 'text' },
      custom: { column: sql`custom::text`, kind: 'text' },
      ...columns({ locale: 'text', time_zone: 'text', source: 'text', created_at: 'time', updated_at: 'time' }),
    },
  },
  segments: {
    from: sql`app.segments where true`,
    permission: 'segments:read',
    automations: true,
    fields: {
      ...columns({ id: 'text', name: 'text', description: 'text' }),
      rules: { column: sql`described_as`, kind: 'text' },
      contacts: { column: sql`count`, kind: 'number' },
      ...columns({ counted_at: 'time', created_by: 'text', created_at: 'time', updated_at: 'time' }),
    },
  },
  campaigns: {
    from: sql`app.queried_campaigns where true`,
    permission: 'campaigns:read',
    automations: true,
    fields: columns({
      ...({ id: 'text', name: 'text', description: 'text', channel: 'text', status: 'text', approval: 'text', agent_id: 'text' } as const),
      ...({ steps: 'number', created_by: 'text', created_at: 'time', updated_at: 'time' } as const),
      ...({ launched_at: 'time', completed_at: 'time', next_at: 'time' } as const),
      ...({ recipients: 'number', sent: 'number', delivered: 'number', opened: 'number', clicked: 'number', replied: 'number' } as const),
      ...({ bounced: 'number', failed: 'number', skipped: 'number', unsubscribed: 'number' } as const),
    }),
  },
  // Only conversations with contacts: those between members are hidden from the role itself.
  messages: {
    from: sql`app.queried_messages where true`,
    permission: 'messages:read',
    fields: columns({
      ...({ id: 'text', conversation_id: 'text', contact_id: 'text', campaign_id: 'text', channel: 'text', direction: 'text' } as const),
      ...({ status: 'text', conversation_status: 'text', sender_name: 'text', at: 'time', body: 'text' } as const),
    }),
  },
  workflows: {
    from: sql`app.workflows where deleted_at is null`,
    permission: 'workflows:read',
    automations: true,
    fields: {
      ...columns({ id: 'text', name: 'text', description: 'text', status: 'text', trigger_type: 'text', version: 'number' }),
      steps: { column: sql`actions`, kind: 'number' },
      ...columns({ created_by: 'text', created_at: 'time', updated_at: 'time' }),
    },
  },
  workflow_runs: {
    from: sql`app.workflow_runs where true`,
    permission: 'workflows:read',
    fields: {
      ...columns({ id: 'text', workflow_id: 'text', workflow_name: 'text', version: 'number', status: 'text', trigger: 'text' }),
      ...columns({ triggered_by: 'text', is_test: 'boolean', contact_id: 'text', cost_micros: 'number', error_step: 'text' }),
      error_message: { column: sql`error ->> 'message'`, kind: 'text' },
      ...columns({ started_at: 'time', ended_at: 'time' }),
    },
  },
  agents: {
    from: sql`app.agents where deleted_at is null`,
    permission: 'agents:read',
    automations: true,
    fields: columns({
      ...({ id: 'text', name: 'text', description: 'text', type: 'text', category: 'text', status: 'text', model: 'text' } as const),
      ...({ version: 'number', temperature: 'number', max_tokens: 'number', monthly_budget_micros: 'number' } as const),
      ...({ is_public: 'boolean', created_at: 'time', updated_at: 'time' } as const),
    }),
  },
  runs: {
    from: sql`app.runs where true`,
    permission: 'runs:read',
    fields: {
      ...columns({ id: 'text', agent_id: 'text', agent_name: 'text', agent_version: 'number', status: 'text', model: 'text' }),
      ...columns({ trigger: 'text', started_by: 'text', error_code: 'text', error_message: 'text' }),
      ...columns({ input_tokens: 'number', output_tokens: 'number', cost_micros: 'number', recoveries: 'number' }),
      ...columns({ created_at: 'time', started_at: 'time', finished_at: 'time' }),
      latency_ms: { column: sql`round(extract(epoch from finished_at - started_at) * 1000)`, kind: 'number' },
    },
  },
  run_steps: {
    from: sql`app.run_steps where true`,
    permission: 'runs:read',
    fields: columns({
      ...({ run_id: 'text', seq: 'number', kind: 'text', name: 'text', status: 'text', attempt: 'number', error: 'text' } as const),
      ...({ input_tokens: 'number', output_tokens: 'number', cost_micros: 'number', started_at: 'time', finished_at: 'time' } as const),
    }),
  },
  activity: {
    from: sql`app.audit_log where true`,
    // Others' acts, which the activity log shows only to who reads the audit log.
    permission: 'audit:read',
    fields: columns({
      ...({ at: 'time', actor_kind: 'text', actor_name: 'text', action: 'text' } as const),
      ...({ target_kind: 'text', target_name: 'text', outcome: 'text' } as const),
    }),
  },
}

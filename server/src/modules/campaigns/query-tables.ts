import { sql } from 'kysely'
import { queryColumns } from '../../platform/llm/query-tables.ts'
import type { QueryTable } from '../../platform/llm/query-tables.ts'

export const campaignsQuery: QueryTable = {
  name: 'campaigns',
  order: 30,
  from: sql`from app.queried_campaigns where true`,
  permission: 'campaigns:read',
  automations: true,
  fields: queryColumns({
    ...({ id: 'text', name: 'text', description: 'text', channel: 'text', status: 'text', approval: 'text', agent_id: 'text' } as const),
    ...({ steps: 'number', created_by: 'text', created_at: 'time', updated_at: 'time' } as const),
    ...({ launched_at: 'time', completed_at: 'time', next_at: 'time' } as const),
    ...({ recipients: 'number', sent: 'number', delivered: 'number', opened: 'number', clicked: 'number', replied: 'number' } as const),
    ...({ bounced: 'number', failed: 'number', skipped: 'number', unsubscribed: 'number' } as const),
  }),
  questions: {
    rank: 30,
    isAbout: (text) => /\bcampaigns?\b/i.test(text),
    listed: ['name', 'channel', 'status', 'sent', 'opened', 'clicked', 'created_at'],
    time: 'created_at',
    groups: { status: 'status', channel: 'channel' },
  },
}

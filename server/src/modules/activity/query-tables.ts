import { sql } from 'kysely'
import { queryColumns } from '../../platform/llm/query-tables.ts'
import type { QueryTable } from '../../platform/llm/query-tables.ts'

export const activityQuery: QueryTable = {
  name: 'activity',
  order: 100,
  from: sql`from app.audit_log where true`,
  // Others' acts, which the activity log shows only to who reads the audit log.
  permission: 'audit:read',
  fields: queryColumns({
    ...({ at: 'time', actor_kind: 'text', actor_name: 'text', action: 'text' } as const),
    ...({ target_kind: 'text', target_name: 'text', outcome: 'text' } as const),
  }),
  questions: {
    rank: 70,
    isAbout: (text) => /\bactivit(y|ies)\b/i.test(text),
    listed: ['actor_name', 'action', 'target_name', 'at'],
    time: 'at',
  },
}

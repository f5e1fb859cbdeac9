import { sql } from 'kysely'
import { queryColumns } from '../../platform/llm/query-tables.ts'
import type { QueryTable } from '../../platform/llm/query-tables.ts'

export const contactsQuery: QueryTable = {
  name: 'contacts',
  order: 10,
  from: sql`from app.contacts where true`,
  permission: 'contacts:read',
  fields: {
    ...queryColumns({ id: 'text', email: 'text', email_state: 'text', first_name: 'text', last_name: 'text', phone: 'text' }),
    tags: { column: sql`array_to_string(tags, ', ')`, kind: 'text' },
    custom: { column: sql`custom::text`, kind: 'text' },
    ...queryColumns({ locale: 'text', time_zone: 'text', source: 'text', created_at: 'time', updated_at: 'time' }),
  },
  questions: {
    rank: 50,
    isAbout: (text) => /\bcontacts?\b/i.test(text),
    listed: ['first_name', 'last_name', 'email', 'tags', 'created_at'],
    time: 'created_at',
    groups: { source: 'source' },
  },
}

import { sql } from 'kysely'
import { queryColumns } from '../../platform/llm/query-tables.ts'
import type { QueryTable } from '../../platform/llm/query-tables.ts'

export const segmentsQuery: QueryTable = {
  name: 'segments',
  order: 20,
  from: sql`from app.segments where true`,
  permission: 'segments:read',
  automations: true,
  fields: {
    ...queryColumns({ id: 'text', name: 'text', description: 'text' }),
    rules: { column: sql`described_as`, kind: 'text' },
    contacts: { column: sql`count`, kind: 'number' },
    ...queryColumns({ counted_at: 'time', created_by: 'text', created_at: 'time', updated_at: 'time' }),
  },
  questions: {
    rank: 40,
    isAbout: (text) => /\bsegments?\b/i.test(text),
    listed: ['name', 'rules', 'contacts', 'created_at'],
    time: 'created_at',
  },
}

import { sql } from 'kysely'
import { queryColumns } from '../../platform/llm/query-tables.ts'
import type { QueryTable } from '../../platform/llm/query-tables.ts'

/** Only conversations with contacts: those between members are hidden from the role itself. */
export const messagesQuery: QueryTable = {
  name: 'messages',
  order: 40,
  from: sql`from app.queried_messages where true`,
  permission: 'messages:read',
  fields: queryColumns({
    ...({ id: 'text', conversation_id: 'text', contact_id: 'text', campaign_id: 'text', channel: 'text', direction: 'text' } as const),
    ...({ status: 'text', conversation_status: 'text', sender_name: 'text', at: 'time', body: 'text' } as const),
  }),
  questions: {
    rank: 60,
    isAbout: (text) => /\bmessages?\b/i.test(text),
    listed: ['sender_name', 'direction', 'channel', 'status', 'at'],
    time: 'at',
    groups: { status: 'status', channel: 'channel' },
  },
}

import { sql } from 'kysely'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { visibleTo } from './store.ts'
import type { Viewer } from './store.ts'

/** Older messages are found on the messages page; this search runs on every keystroke. */
const newest = 1_000

interface Found {
  id: string
  subject: string
  sender_name: string
  body: string
}

/** Conversations of the caller with the text in subject, messages or participants, newest first. */
export async function searchMessages(tx: OrgTx, q: string, limit: number, viewer: Viewer): Promise<SearchHit[]> {
  const pattern = likePattern(q)
  const { rows } = await sql<Found>`
    with recent as (select v.org_id, v.id, v.subject, v.last_message_at from ${visibleTo(viewer)} order by v.last_message_at desc limit ${newest})
    select r.id, r.subject, l.sender_name, left(l.body, 200) as body
    from recent r
    cross join lateral (select m.sender_name, m.body from app.messages m where m.org_id = r.org_id and m.conversation_id = r.id order by m.id desc limit 1) l
    where r.subject ilike ${pattern} or exists (select from app.messages m where m.org_id = r.org_id and m.conversation_id = r.id
      and (m.body ilike ${pattern} or m.subject ilike ${pattern} or m.sender_name ilike ${pattern} or m.address ilike ${pattern}))
    order by r.last_message_at desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    kind: 'message',
    id: row.id,
    title: row.subject,
    detail: `${row.sender_name}: ${row.body.replaceAll(/\s+/g, ' ')}`.slice(0, 120),
    link: `messages?message=${row.id}&state=all`,
  }))
}

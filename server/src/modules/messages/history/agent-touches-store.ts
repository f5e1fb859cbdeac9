import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** The first answer of an agent in each conversation with one of the contacts, by the name that the contact read. */
export async function agentTouches(
  tx: OrgTx,
  contactIds: readonly string[],
  from: Date,
): Promise<{ contactId: string; at: Date; kind: 'agent'; key: string }[]> {
  if (contactIds.length === 0) return []
  const { rows } = await sql<{ contactId: string; at: Date; kind: 'agent'; key: string }>`
    select v.contact_id as "contactId", min(m.at) as at, 'agent' as kind, (array_agg(m.sender_name order by m.at, m.id))[1] as key
    from app.conversations v join app.messages m on m.org_id = v.org_id and m.conversation_id = v.id and m.direction = 'outbound' and m.by_agent
    where v.contact_id = any(${[...contactIds]}::uuid[]) and m.at >= ${from} group by v.id, v.contact_id`.execute(tx)
  return rows
}

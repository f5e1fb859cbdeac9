import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { isWithin, stretchOf } from '../../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../../platform/local-days.ts'
import type { CountedPart, CountedRow } from '../../../platform/resources/counted-row.ts'

type MessageFigures = Record<'received' | 'answered' | 'byAgents', number>

/** Messages from contacts (`received`) and to them (`answered`, of which agents wrote `byAgents`) in each stretch. */
export async function countMessagesIn(tx: OrgTx, cuts: Cuts, split: 'channel' | null = null): Promise<StretchRow[]> {
  const at = sql`m.at`
  const isByChannel = split === 'channel'
  const { rows } = await sql<MessageFigures & { stretch: number; key: string }>`
    select ${stretchOf(at, cuts)} as stretch, ${isByChannel ? sql`coalesce(v.channel, '')` : sql`''`} as key,
      count(*) filter (where m.direction = 'inbound') as received, count(*) filter (where m.direction = 'outbound') as answered,
      count(*) filter (where m.direction = 'outbound' and m.by_agent) as "byAgents"
    from app.messages m ${isByChannel ? sql`join app.conversations v on v.org_id = m.org_id and v.id = m.conversation_id` : sql``}
    where m.direction in ('inbound', 'outbound') and ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, ...values }) => ({ stretch, key, values }))
}

/** Conversations with contacts that began in each stretch. */
export async function countConversations(tx: OrgTx, cuts: Cuts, split: 'channel' | null = null): Promise<StretchRow[]> {
  const at = sql`created_at`
  const { rows } = await sql<{ stretch: number; key: string; started: number }>`
    select ${stretchOf(at, cuts)} as stretch, ${split === null ? sql`''` : sql`coalesce(channel, '')`} as key, count(*) as started
    from app.conversations where kind = 'contact' and ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, started }) => ({ stretch, key, values: { started } }))
}

/** The same messages one by one, newest first, without their text. */
export async function listCountedMessages(
  tx: OrgTx,
  cuts: Cuts,
  part: CountedPart<'channel'> | null,
  limit: number,
): Promise<CountedRow[]> {
  const at = sql`m.at`
  const { rows } = await sql<Record<'id' | 'label' | 'detail', string> & { at: Date; direction: string; byAgent: boolean }>`
    select v.id, m.at, v.subject as label, m.sender_name as detail, m.direction, m.by_agent as "byAgent"
    from app.messages m join app.conversations v on v.org_id = m.org_id and v.id = m.conversation_id
    where m.direction in ('inbound', 'outbound') and ${isWithin(at, cuts)}
      and ${part === null ? sql`true` : sql`coalesce(v.channel, '') = ${part.key}`}
    order by m.at desc, m.id desc limit ${limit}`.execute(tx)
  return rows.map(({ direction, byAgent, ...row }) => {
    const answered = Number(direction === 'outbound')
    return { ...row, values: { received: 1 - answered, answered, byAgents: byAgent ? answered : 0 } }
  })
}

/** The same conversations one by one, newest first. */
export async function listCountedConversations(
  tx: OrgTx,
  cuts: Cuts,
  part: CountedPart<'channel'> | null,
  limit: number,
): Promise<CountedRow[]> {
  const at = sql`created_at`
  const { rows } = await sql<Record<'id' | 'label' | 'detail', string> & { at: Date }>`
    select id, created_at as at, subject as label, coalesce(channel, '') as detail from app.conversations
    where kind = 'contact' and ${isWithin(at, cuts)} and ${part === null ? sql`true` : sql`coalesce(channel, '') = ${part.key}`}
    order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, values: { started: 1 } }))
}

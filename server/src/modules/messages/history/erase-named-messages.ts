import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

const atOnce = 500
const erasedText = '[erased]'

/**
 * Conversations of others, and between members, that name an erased person: they stay, without the texts that do. A text goes as a whole,
 * because what stands around an address says who has it. A message that is on its way is not changed under its delivery.
 */
export async function eraseNamedMessages(tx: OrgTx, names: readonly string[], after: string | null): Promise<string | null> {
  const given = sql`${[...names]}::text[]`
  const { rows } = await sql<{ id: string; conversationId: string; isNamed: boolean }>`
    select m.id, m.conversation_id as "conversationId", m.status not in ('queued', 'sending')
      and app.is_named(lower(concat_ws(' ', m.body, m.sender_name, m.address, m.reply_to, m.detail, c.subject)), ${given}) as "isNamed"
    from app.messages m join app.conversations c on c.org_id = m.org_id and c.id = m.conversation_id
    ${after === null ? sql`` : sql`where m.id < ${after}::uuid`} order by m.id desc limit ${atOnce}`.execute(tx)
  const named = rows.filter(({ isNamed }) => isNamed)
  if (named.length > 0) {
    const ids = named.map(({ id }) => id)
    await sql`
      update app.messages set
        body = case when app.is_named(lower(body), ${given}) then ${erasedText} else body end,
        sender_name = case when app.is_named(lower(sender_name), ${given}) then ${erasedText} else sender_name end,
        address = case when app.is_named(lower(address), ${given}) then '' else address end,
        reply_to = case when app.is_named(lower(reply_to), ${given}) then '' else reply_to end,
        detail = case when app.is_named(lower(detail), ${given}) then '' else detail end
      where id = any(${ids}::uuid[])`.execute(tx)
    await sql`
      update app.conversations set subject = ${erasedText}
      where id = any(${named.map(({ conversationId }) => conversationId)}::uuid[]) and app.is_named(lower(subject), ${given})`.execute(tx)
  }
  return rows.length < atOnce ? null : (rows.at(-1)?.id ?? null)
}

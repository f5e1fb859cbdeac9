import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { SingleMessages } from '../campaigns/index.ts'
import type { MessageRow } from './store.ts'

/** An outgoing message and the conversation that it belongs to, held until the transaction ends. */
export function lockOutgoing(tx: OrgTx, id: string) {
  return tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .select(['m.id', 'm.conversation_id', 'm.address', 'm.body', 'm.status', 'm.detail', 'm.in_reply_to', 'm.external_id', 'm.sender_name'])
    .select(['m.sender_user', 'm.delivery', 'c.channel', 'c.subject', 'c.contact_id', 'c.account_id', 'c.sender_id'])
    .where('m.id', '=', id)
    .where('m.direction', '=', 'outbound')
    .forUpdate('m')
    .executeTakeFirst()
}

export type OutgoingRow = NonNullable<Awaited<ReturnType<typeof lockOutgoing>>>

/** It did not go out (yet), or nobody knows. */
export async function setUnsent(
  tx: OrgTx,
  id: string,
  { status, detail, externalId }: { status: 'queued' | 'sending' | 'failed' | 'held'; detail?: string; externalId?: string },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      status,
      ...(detail === undefined ? {} : { detail: detail.slice(0, 500) }),
      ...(externalId === undefined ? {} : { external_id: externalId }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * What a message was written for stays when a provider has it: it counts for the frequency cap. Once it alone is left, it is kept again. So
 * does what it answers by itself: nobody answers that.
 */
export const onlyPurpose = sql<null>`case
  when delivery -> 'answersKeyword' is not null then jsonb_build_object('answersKeyword', true)
  when delivery #>> '{system,purpose}' is not null then jsonb_build_object('purpose', delivery #>> '{system,purpose}')
  when delivery ->> 'purpose' is not null then jsonb_build_object('purpose', delivery ->> 'purpose') end`

/** A provider has it. A report on it that came before the answer stays: it knows more. */
export async function setSent(
  tx: OrgTx,
  id: string,
  { status, externalId }: { status: 'sent' | 'delivered'; externalId: string | null },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      status: sql<MessageRow['status']>`case when status in ('delivered', 'bounced') then status else ${status} end`,
      detail: sql<string>`case when status in ('delivered', 'bounced') then detail else '' end`,
      delivery: onlyPurpose,
      ...(externalId === null ? {} : { external_id: externalId }),
    })
    .where('id', '=', id)
    .execute()
}

/** How many messages for a purpose contacts got in conversations, or are getting: what workflows wrote. A member's own words have none. */
export async function countForPurposes(
  tx: OrgTx,
  contactIds: readonly string[],
  since: Date,
  exceptMessage: string | null,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; sent: number }>`
    select c.contact_id as id, count(*)::int as sent from app.conversations c
    join app.messages m on m.org_id = c.org_id and m.conversation_id = c.id
    where c.contact_id = any(${[...contactIds]}::uuid[]) and m.at >= ${since} and m.direction = 'outbound'
      and (m.delivery ->> 'purpose' is not null
        or (m.status = 'sending' and m.delivery #>> '{system,purpose}' is not null and m.id is distinct from ${exceptMessage}::uuid))
    group by c.contact_id`.execute(tx)
  return new Map(rows.map(({ id, sent }) => [id, sent]))
}

/** Whether one of these people was written to in a conversation, after a moment and before they answered: what has, or may have, gone out. */
export async function wasWrittenTo(tx: OrgTx, { contactIds, channel, address, accountId, after, until }: SingleMessages): Promise<boolean> {
  const { rows } = await sql`
    select from app.conversations c
    join app.messages m on m.org_id = c.org_id and m.conversation_id = c.id
    where c.contact_id = any(${[...contactIds]}::uuid[]) and c.channel = ${channel}
      and (c.account_id is null or ${accountId}::uuid is null or c.account_id = ${accountId}::uuid)
      and m.direction = 'outbound' and m.address = ${address} and m.at > ${after} and m.at <= ${until}
      and m.status in ('sending', 'held', 'sent', 'delivered') and m.delivery -> 'answersKeyword' is null
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Opens the window, or keeps it open for longer, in every conversation with the contact by the same number: what comes late or out of order closes none. */
export async function extendWindow(tx: OrgTx, id: string, until: Date): Promise<void> {
  await sql`
    update app.conversations c set window_until = greatest(c.window_until, ${until}::timestamptz)
    from app.conversations t
    where t.id = ${id} and t.org_id = c.org_id and (c.id = t.id or (c.contact_id = t.contact_id and c.channel = t.channel
      and (c.account_id is null or t.account_id is null or c.account_id = t.account_id)))`.execute(tx)
}

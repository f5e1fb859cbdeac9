import { sql } from 'kysely'
import { englishOf, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { SingleMessages } from '../campaigns/index.ts'
import type { MessageRow } from './store.ts'

/** An outgoing message and its conversation, locked until the transaction ends. */
export function lockOutgoing(tx: OrgTx, id: string) {
  return tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .select(['m.id', 'm.conversation_id', 'm.address', 'm.body', 'm.status', 'm.detail', 'm.in_reply_to', 'm.external_id', 'm.sender_name'])
    .select('m.by_agent')
    .select(['m.sender_user', 'm.delivery', 'c.channel', 'c.subject', 'c.contact_id', 'c.account_id', 'c.sender_id'])
    .where('m.id', '=', id)
    .where('m.direction', '=', 'outbound')
    .forUpdate('m')
    .executeTakeFirst()
}

export type OutgoingRow = NonNullable<Awaited<ReturnType<typeof lockOutgoing>>>

/** The message was not sent (yet), or its outcome is unknown. */
export async function setUnsent(
  tx: OrgTx,
  id: string,
  { status, detail, externalId }: { status: 'queued' | 'sending' | 'failed' | 'held'; detail?: Text; externalId?: string },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      status,
      ...(detail === undefined ? {} : { detail: englishOf(detail).slice(0, 500), detail_key: storedKey(detail) }),
      ...(externalId === undefined ? {} : { external_id: externalId }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Once the provider has the message, only its purpose is kept, which counts for the frequency cap, or its keyword mark, because such an
 * automatic reply expects no reply. Applied again, it keeps the same value.
 */
export const onlyPurpose = sql<null>`case
  when delivery -> 'answersKeyword' is not null then jsonb_build_object('answersKeyword', true)
  when delivery #>> '{system,purpose}' is not null then jsonb_build_object('purpose', delivery #>> '{system,purpose}')
  when delivery ->> 'purpose' is not null then jsonb_build_object('purpose', delivery ->> 'purpose') end`

/** The provider has accepted it. The status of an earlier report stays, because it is more recent knowledge. */
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

/**
 * How many messages per purpose contacts got, or are about to get, in conversations: those of workflows.
 * A member's own messages have no purpose.
 */
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

/**
 * Whether one of these contacts was sent a message in a conversation after a moment and before their reply; in flight and unknown count.
 */
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

/**
 * Opens or extends the window in every conversation with the contact through the same number; late or out-of-order messages never shorten
 * it.
 */
export async function extendWindow(tx: OrgTx, id: string, until: Date): Promise<void> {
  await sql`
    update app.conversations c set window_until = greatest(c.window_until, ${until}::timestamptz)
    from app.conversations t
    where t.id = ${id} and t.org_id = c.org_id and (c.id = t.id or (c.contact_id = t.contact_id and c.channel = t.channel
      and (c.account_id is null or t.account_id is null or c.account_id = t.account_id)))`.execute(tx)
}

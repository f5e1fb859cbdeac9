import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { onlyPurpose } from '../delivery-store.ts'
import type { MessageRow } from '../store.ts'
import type { Delivery } from '../delivery.ts'

/** Our message that a report is about. */
export interface Reported {
  id: string
  contactId: string | null
  address: string
  conversationId: string
  senderUser: string | null
  subject: string
  channel: string | null
  status: MessageRow['status']
  /** The provider's id of the last copy that it accepted; our own id if it gave none. */
  externalId: string | null
  /** Whether a workflow waits for the event `message.settled`. */
  tellsEnd: boolean
}

type Name = { id: string } | { channel: string; externalIds: readonly string[] }

/** The message sent under a name, locked until the transaction ends; null if it is not ours. */
export async function findReported(tx: OrgTx, name: Name): Promise<Reported | null> {
  const row = await tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .select(['m.id', 'm.address', 'm.conversation_id', 'm.sender_user', 'c.contact_id', 'c.subject'])
    .select(['c.channel', 'm.status', 'm.delivery', 'm.external_id'])
    .where('m.direction', '=', 'outbound')
    .$call((query) =>
      'id' in name
        ? query.where('m.id', '=', name.id)
        : query.where('m.external_id', 'in', name.externalIds).where('c.channel', '=', name.channel),
    )
    .orderBy('m.id', 'desc')
    .limit(1)
    .forUpdate('m')
    .executeTakeFirst()
  if (!row) return null
  const {
    id,
    address,
    subject,
    channel,
    external_id: externalId,
    contact_id: contactId,
    conversation_id: conversationId,
    sender_user: senderUser,
  } = row
  const tellsEnd = (row.delivery as Delivery | null)?.system?.tellsEnd ?? false
  // The table's check limits it to these values.
  const status = row.status as MessageRow['status']
  return { id, address, subject, channel, contactId, conversationId, senderUser, tellsEnd, externalId, status }
}

export interface ReportedStatus {
  status: 'delivered' | 'bounced'
  detail: string
  /** The provider's id of the message: stored in case the response that contained it was lost. */
  providerId?: string | undefined
}

/** A bounced message never becomes delivered; an unsent one does if a report shows that it arrived. False: nothing changed. */
export async function setReported(tx: OrgTx, id: string, outcome: ReportedStatus): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({
      status: outcome.status,
      detail: outcome.detail.slice(0, 500),
      delivery: onlyPurpose,
      ...(outcome.providerId === undefined ? {} : { external_id: sql<string>`coalesce(external_id, ${outcome.providerId})` }),
    })
    .where('id', '=', id)
    .where('status', '<>', 'bounced')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

import type { OrgTx } from '../../platform/db/database.ts'

/** A message of ours that something is reported about. */
export interface Reported {
  id: string
  contactId: string | null
  address: string
  conversationId: string
  senderUser: string | null
  subject: string
}

type Name = { id: string } | { channel: string; externalIds: readonly string[] }

/** The message that went out under a name, held until the transaction ends; null for none of ours. */
export async function findReported(tx: OrgTx, name: Name): Promise<Reported | null> {
  const row = await tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .select(['m.id', 'm.address', 'm.conversation_id', 'm.sender_user', 'c.contact_id', 'c.subject'])
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
  const { id, address, subject, contact_id: contactId, conversation_id: conversationId, sender_user: senderUser } = row
  return { id, address, subject, contactId, conversationId, senderUser }
}

/** Once it came back, no later word makes it arrive; what was thought not to have gone out has, when it arrived. False: that was known. */
export async function setReported(tx: OrgTx, id: string, said: { status: 'delivered' | 'bounced'; detail: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ status: said.status, detail: said.detail.slice(0, 500), delivery: null })
    .where('id', '=', id)
    .where('status', '<>', 'bounced')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

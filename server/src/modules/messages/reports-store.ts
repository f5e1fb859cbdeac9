import type { OrgTx } from '../../platform/db/database.ts'

/** A message of ours that something is reported about. */
export interface Reported {
  id: string
  contactId: string | null
  address: string
}

type Name = { id: string } | { channel: string; externalIds: readonly string[] }

/** The message that went out under a name, held until the transaction ends; null for none of ours. */
export async function findReported(tx: OrgTx, name: Name): Promise<Reported | null> {
  const row = await tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.conversation_id'))
    .select(['m.id', 'm.address', 'c.contact_id'])
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
  return row ? { id: row.id, contactId: row.contact_id, address: row.address } : null
}

/** Once it came back, no later word makes it arrive; what was thought not to have gone out has, when it arrived. */
export async function setReported(tx: OrgTx, id: string, said: { status: 'delivered' | 'bounced'; detail: string }): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ status: said.status, detail: said.detail.slice(0, 500), delivery: null })
    .where('id', '=', id)
    .where('status', '<>', 'bounced')
    .execute()
}

import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

export interface StoredEvent {
  id: string
  type: string
  at: Date
  actor: string
  data: Record<string, unknown>
}

/** Own events of a contact, newest first, older than `before` (exclusive) where given. */
export async function listEvents(tx: OrgTx, contactId: string, before: Date | null, limit: number): Promise<StoredEvent[]> {
  const rows = await tx
    .selectFrom('contact_events')
    .select(['id', 'type', 'at', 'actor_name', 'data'])
    .where('contact_id', '=', contactId)
    .$if(before !== null, (query) => query.where(sql<SqlBool>`at < ${before}`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    at: row.at,
    actor: row.actor_name,
    // Written as an object, by `recordContactEvents` alone.
    data: row.data as Record<string, unknown>,
  }))
}

export async function moveEvents(tx: OrgTx, from: string, into: string): Promise<void> {
  await tx.updateTable('contact_events').set({ contact_id: into }).where('contact_id', '=', from).execute()
}

export async function deleteEvents(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('contact_events')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

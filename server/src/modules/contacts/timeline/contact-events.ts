import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

/** Something that happened with a person and is told by no other module's rows. */
export interface ContactEvent {
  contactId: string
  /** `contact.created`, `consent.granted`, ... or an organization's own word. */
  type: string
  at?: Date
  /** Who did it, as the audit names them; empty for the product itself. */
  actorName?: string
  data?: Record<string, unknown>
}

/** Writes events of contacts, in one statement. @returns their ids. */
export async function recordContactEvents(tx: OrgTx, events: readonly ContactEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const ids = events.map(() => newId())
  await tx
    .insertInto('contact_events')
    .values(
      events.map(({ contactId, type, at, actorName, data }, index) => ({
        org_id: tx.orgId,
        id: ids[index] ?? newId(),
        contact_id: contactId,
        type,
        ...(at ? { at } : {}),
        actor_name: actorName ?? '',
        data: JSON.stringify(data ?? {}),
      })),
    )
    .execute()
  return ids
}

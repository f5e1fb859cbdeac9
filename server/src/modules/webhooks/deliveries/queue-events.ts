import { contactEvents } from '@imperium/contract/events/contacts.ts'
import { events } from '@imperium/contract/registry.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { EmittedEvent, EventWriter } from '../../../platform/events/events.ts'
import { signal } from '../../../platform/events/live.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findContact } from '../../contacts/index.ts'
import { deliveriesQueued } from '../webhook-signals.ts'
import { makeBody, orderOf, passes, subjectsOf } from './payload.ts'
import { hasListeners, insertDeliveries, lockListeners, wakeQueues } from './queue-store.ts'
import type { Listener, NewDelivery } from './queue-store.ts'

/** Writes a delivery for each event and webhook in the transaction of the event: it exists when, and only when, the event does. */
export const queueEvents = ({ clock }: Pick<Platform, 'clock'>): EventWriter => ({
  events,
  name: 'webhooks.queue',
  isWanted: hasListeners,
  write: async (tx, event, emitted) => {
    const listeners = await lockListeners(tx, event)
    if (listeners.length === 0) return
    const at = clock.now()
    const deliveries: NewDelivery[] = []
    for (const each of emitted) deliveries.push(...(await deliveriesOf(tx, event, at, each, listeners)))
    if (deliveries.length > 0) await queueDeliveries(tx, deliveries)
  },
})

async function deliveriesOf(
  tx: OrgTx,
  event: string,
  at: Date,
  { id: eventId, payload }: EmittedEvent,
  listeners: readonly Listener[],
): Promise<NewDelivery[]> {
  const { orgId } = tx
  const listening = listeners.filter(({ filter }) => passes(filter, payload))
  if (listening.length === 0) return []
  const bodyOf = (data: object) => JSON.stringify(makeBody({ id: eventId, event, at, orgId, payload: data }))
  const body = bodyOf(payload)
  const contact = listening.some((each) => each.includes_contact) ? await contactOf(tx, event, payload) : null
  const withContact = contact ? bodyOf({ ...payload, contact }) : body
  const shared = { event_id: eventId, event, is_test: false, ...subjectsOf(payload) }
  return listening.map(({ id, ordering_key: key, includes_contact: includes }) => ({
    ...shared,
    id: newId(),
    webhook_id: id,
    body: includes ? withContact : body,
    ordering_key: orderOf(key, payload),
  }))
}

/**
 * Address and name of a new contact. They stand in the delivery alone, which is deleted with the contact, and not in the event, which is kept in
 * other places too.
 */
async function contactOf(tx: OrgTx, event: string, payload: object): Promise<object | null> {
  const created = event === contactEvents.created.type ? contactEvents.created.payload.safeParse(payload).data : undefined
  const found = created ? await findContact(tx, created.contactId) : null
  return found && { email: found.email, phone: found.phone, firstName: found.firstName, lastName: found.lastName }
}

/** Writes deliveries and tells the workers that send them. */
export async function queueDeliveries(tx: OrgTx, deliveries: readonly NewDelivery[]): Promise<void> {
  const webhookIds = [...new Set(deliveries.map((each) => each.webhook_id))]
  await insertDeliveries(tx, deliveries)
  await wakeQueues(tx, webhookIds)
  await signal(tx, deliveriesQueued({ webhookIds }))
}

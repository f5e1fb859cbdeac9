import { events } from '@imperium/contract/registry.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { EmittedEvent, EventWriter } from '../../../platform/events/events.ts'
import { signal } from '../../../platform/events/live.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
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
    const deliveries = emitted.flatMap((each) => deliveriesOf(tx, event, at, each, listeners))
    if (deliveries.length > 0) await queueDeliveries(tx, deliveries)
  },
})

function deliveriesOf(
  { orgId }: OrgTx,
  event: string,
  at: Date,
  { id: eventId, payload }: EmittedEvent,
  listeners: readonly Listener[],
): NewDelivery[] {
  const listening = listeners.filter(({ filter }) => passes(filter, payload))
  if (listening.length === 0) return []
  const body = JSON.stringify(makeBody({ id: eventId, event, at, orgId, payload }))
  const shared = { event_id: eventId, event, body, is_test: false, ...subjectsOf(payload) }
  return listening.map(({ id, ordering_key: key }) => ({ ...shared, id: newId(), webhook_id: id, ordering_key: orderOf(key, payload) }))
}

/** Writes deliveries and tells the workers that send them. */
export async function queueDeliveries(tx: OrgTx, deliveries: readonly NewDelivery[]): Promise<void> {
  const webhookIds = [...new Set(deliveries.map((each) => each.webhook_id))]
  await insertDeliveries(tx, deliveries)
  await wakeQueues(tx, webhookIds)
  await signal(tx, deliveriesQueued({ webhookIds }))
}

import { events } from '@imperium/contract/registry.ts'
import type { WebhookDelivery } from '@imperium/contract/webhooks.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { createWakeup } from '../../../platform/events/wakeup.ts'
import { signal } from '../../../platform/events/live.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { findWebhook } from '../store.ts'
import { testDelivered, webhookChanged } from '../webhook-signals.ts'
import { findDelivery, toDelivery } from './deliveries-store.ts'
import { makeBody } from './payload.ts'
import { insertDeliveries, isLeased, wakeQueue } from './queue-store.ts'

/** Beyond the time-out of the call itself. */
const graceMs = 2_000
const pollMs = 1_000
/** A worker comes sooner, or there is none now. */
const takenMs = 400

/**
 * Sends the sample of an event, without another try, also to a disabled webhook. Answers when it has ended, or as pending when no worker
 * came to it. @throws 404, 422.
 */
export async function sendTest(
  platform: Platform,
  context: Pick<OrgContext, 'inOrg' | 'audit' | 'signal'>,
  id: string,
  type: string | undefined,
): Promise<WebhookDelivery> {
  const deliveryId = newId()
  const wakeup = createWakeup(context.signal())
  const off = platform.live.on(testDelivered, (message) => message.deliveryId === deliveryId && wakeup.notify())
  try {
    await queueTest(platform, context, { id, deliveryId, type })
    const endsAt = performance.now() + platform.config.webhookTimeoutMs + graceMs
    for (let waitMs = takenMs; ; waitMs = pollMs) {
      await wakeup.next(waitMs)
      const { row, isTaken } = await context.inOrg(async (tx) => ({
        row: found(await findDelivery(tx, id, deliveryId)),
        isTaken: await isLeased(tx, id),
      }))
      if (row.status !== 'pending' || !isTaken || performance.now() > endsAt || context.signal().aborted) return toDelivery(row)
    }
  } finally {
    off()
    wakeup.close()
  }
}

interface Test {
  id: string
  deliveryId: string
  type: string | undefined
}

async function queueTest(
  { clock }: Pick<Platform, 'clock'>,
  { inOrg, audit }: Pick<OrgContext, 'inOrg' | 'audit'>,
  { id, deliveryId, type }: Test,
): Promise<void> {
  await inOrg(async (tx) => {
    const webhook = found(await findWebhook(tx, id))
    const event = events.find((each) => each.type === (type ?? webhook.events[0]))
    if (!event)
      throw type === undefined ? conflict('This webhook has no event.') : invalid([{ path: 'event', message: 'There is no such event' }])
    const eventId = newId()
    const body = makeBody({ id: eventId, event: event.type, at: clock.now(), orgId: tx.orgId, payload: event.sample })
    const about = { ordering_key: null, contact_id: null, user_id: null, is_test: true }
    const delivery = { id: deliveryId, webhook_id: id, event_id: eventId, event: event.type, body: JSON.stringify(body), ...about }
    await insertDeliveries(tx, [delivery])
    await wakeQueue(tx, id)
    await signal(tx, webhookChanged({ orgId: tx.orgId, webhookId: id }))
    audit({ targetName: webhook.name, after: { event: event.type } })
  })
}

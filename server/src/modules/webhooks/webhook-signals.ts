import { defineSignal } from '../../platform/events/live.ts'

/** A webhook was changed, or its deliveries were made due by a member: its holder reads it again. */
export const webhookChanged = defineSignal<{ orgId: string; webhookId: string }>('webhook-changed')
/** New deliveries of these webhooks are due. */
export const deliveriesQueued = defineSignal<{ webhookIds: readonly string[] }>('webhook-deliveries')
/** A test has been sent. */
export const testDelivered = defineSignal<{ deliveryId: string }>('webhook-test')

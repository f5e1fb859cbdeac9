import { webhooks } from '@imperium/contract/webhooks.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { createWebhook, removeWebhook, revealSecret, rotateSecret, updateWebhook } from './change-webhooks.ts'
import { deliveryPage, findDelivery, listAttempts, recentDeliveries, toDelivery } from './deliveries/deliveries-store.ts'
import { replayDeliveries, retryDelivery, sendWaiting } from './deliveries/retry-deliveries.ts'
import { sendTest } from './deliveries/send-test.ts'
import { listEvents } from './list-events.ts'
import { findWebhook, readStats, toWebhook, webhookPage } from './store.ts'

export const webhookOperations = (platform: Platform) =>
  bindOperations(webhooks, {
    list: async ({ query }, { tx }) => {
      const page = { tx, list: 'webhooks', query }
      const { rows, nextCursor } = await webhookPage(platform.cursors, page, query)
      const recent = await recentDeliveries(
        tx,
        rows.map(({ id }) => id),
      )
      const now = platform.clock.now()
      return { rows: rows.map((row) => ({ ...toWebhook(row, now), recentDeliveries: recent.get(row.id) ?? [] })), nextCursor }
    },
    stats: (_input, { tx }) => readStats(tx),
    catalogue: async () => listEvents(),
    read: async ({ params }, { tx }) => toWebhook(found(await findWebhook(tx, params.id)), platform.clock.now()),
    create: ({ body }, context) => createWebhook(platform, context, body),
    update: ({ params, body }, context) => updateWebhook(platform, context, params.id, body),
    remove: ({ params }, context) => removeWebhook(platform, context, params.id),
    revealSecret: ({ params }, context) => revealSecret(platform, context, params.id),
    rotateSecret: ({ params, body }, context) => rotateSecret(platform, context, params.id, body.overlapHours),
    test: ({ params, body }, context) => sendTest(platform, context, params.id, body.event),
    sendWaiting: ({ params }, context) => sendWaiting(platform, context, params.id),
    replay: ({ params, body }, context) => replayDeliveries(platform, context, params.id, body),
    deliveries: async ({ params, query }, { tx }) => {
      found(await findWebhook(tx, params.id))
      const page = { tx, list: `webhook-deliveries ${params.id}`, query }
      const { rows, nextCursor } = await deliveryPage(platform.cursors, page, { ...query, webhookId: params.id })
      return { rows: rows.map((row) => toDelivery(row)), nextCursor }
    },
    readDelivery: async ({ params: { id, deliveryId } }, { tx }) => {
      found(await findWebhook(tx, id))
      const row = found(await findDelivery(tx, id, deliveryId))
      return { ...toDelivery(row), attemptLog: await listAttempts(tx, deliveryId) }
    },
    retryDelivery: ({ params }, context) => retryDelivery(context, params.id, params.deliveryId),
  })

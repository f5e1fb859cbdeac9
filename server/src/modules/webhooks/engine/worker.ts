import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueLeases } from '../deliveries/queue-store.ts'
import { deliveriesQueued, webhookChanged } from '../webhook-signals.ts'
import { WebhookSession } from './session.ts'
import type { SessionTools } from './session.ts'
import { createSettler } from './settle-store.ts'

/** Webhooks of this process at a time. As many of one organization as it may have: none of them waits for another. */
const slots = 500
const perOrganization = 50
/** Calls of this process at a time; each webhook may have one beyond. */
const mostCalls = 1_000
const retryMs = 1_000

/** Leases webhooks with due deliveries and sends these. */
export function startWebhookWorker(platform: Platform, owner?: string): { stop(graceMs: number): Promise<void> } {
  const tools: SessionTools = { platform, settler: createSettler(platform.db), calls: { inFlight: 0, most: mostCalls } }
  const sessions = new Map<string, WebhookSession>()
  const runner = new LeaseRunner({
    platform,
    table: queueLeases,
    slots,
    perOrganization,
    retryMs,
    ...(owner === undefined ? {} : { owner }),
    run: async (item, handle) => {
      const session = new WebhookSession(tools, item, handle)
      const id = item.key.webhook_id
      sessions.set(id, session)
      try {
        return await session.run()
      } finally {
        if (sessions.get(id) === session) sessions.delete(id)
      }
    },
  })
  runner.begin()
  const offs = [
    platform.live.on(deliveriesQueued, ({ webhookIds }) => webhookIds.forEach((id) => sessions.get(id)?.wake())),
    platform.live.on(webhookChanged, ({ webhookId }) => sessions.get(webhookId)?.reload()),
    platform.live.onGap(() => sessions.forEach((session) => session.reload())),
  ]
  return {
    stop: async (graceMs) => {
      await runner.stop(graceMs)
      for (const off of offs) off()
    },
  }
}

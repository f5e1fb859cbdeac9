import { webhookEvents } from '@imperium/contract/events/webhooks.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyManagers } from './notify-managers.ts'

const pageOf = (id: string) => `webhooks?webhook=${id}`

/** Warns the managers before a webhook is disabled. */
export const notifyFailingWebhook = (platform: Platform) =>
  onEvent({
    event: webhookEvents.failing,
    name: 'notifications.tellFailingWebhook',
    run: ({ orgId, eventId, payload: { webhookId, name, since, disabledAt } }) => {
      const values = { webhook: name, since: new Date(since), date: new Date(disabledAt) }
      return notifyManagers(platform, orgId, {
        kind: 'webhook-failing',
        values,
        source: `webhook-failing:${eventId}`,
        actionUrl: pageOf(webhookId),
      })
    },
  })

export const notifyDisabledWebhook = (platform: Platform) =>
  onEvent({
    event: webhookEvents.disabled,
    name: 'notifications.tellDisabledWebhook',
    run: ({ orgId, eventId, payload: { webhookId, name, reason } }) => {
      const kind = reason === 'gone' ? 'webhook-gone' : 'webhook-disabled'
      return notifyManagers(platform, orgId, {
        kind,
        values: { webhook: name },
        source: `webhook-disabled:${eventId}`,
        actionUrl: pageOf(webhookId),
      })
    },
  })

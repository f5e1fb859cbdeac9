import { webhookEvents } from '@imperium/contract/events/webhooks.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { listMembersWithRole } from '../organizations/index.ts'
import { notifyMember } from './notify-member.ts'
import type { About } from './notify-member.ts'

/** Warns the managers before a webhook is disabled. */
export const notifyFailingWebhook = (platform: Platform) =>
  onEvent({
    event: webhookEvents.failing,
    name: 'notifications.tellFailingWebhook',
    run: ({ orgId, eventId, payload: { webhookId, name, since, disabledAt } }) => {
      const values = { webhook: name, since: new Date(since), date: new Date(disabledAt) }
      return notifyManagers(platform, orgId, { kind: 'webhook-failing', values, source: `webhook-failing:${eventId}` }, webhookId)
    },
  })

export const notifyDisabledWebhook = (platform: Platform) =>
  onEvent({
    event: webhookEvents.disabled,
    name: 'notifications.tellDisabledWebhook',
    run: ({ orgId, eventId, payload: { webhookId, name, reason } }) => {
      const kind = reason === 'gone' ? 'webhook-gone' : 'webhook-disabled'
      return notifyManagers(platform, orgId, { kind, values: { webhook: name }, source: `webhook-disabled:${eventId}` }, webhookId)
    },
  })

async function notifyManagers(platform: Platform, orgId: string, about: Omit<About, 'actionUrl'>, webhookId: string): Promise<void> {
  const managers = await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER', 'ADMIN']))
  for (const manager of managers) await notifyMember(platform, orgId, manager, { ...about, actionUrl: `webhooks?webhook=${webhookId}` })
}

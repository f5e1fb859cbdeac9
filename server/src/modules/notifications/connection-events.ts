import { integrationEvents } from '@imperium/contract/events/integrations.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyManagers } from './notify-managers.ts'

const pageOf = (id: string) => `integrations?configure=${id}`

export const notifyFailingConnection = (platform: Platform) =>
  onEvent({
    event: integrationEvents.failing,
    name: 'notifications.tellFailingConnection',
    run: ({ orgId, eventId, payload: { connectionId, name } }) =>
      notifyManagers(platform, orgId, {
        kind: 'connection-failing',
        values: { connection: name },
        source: `connection-failing:${eventId}`,
        actionUrl: pageOf(connectionId),
      }),
  })

/** Before its sign-in ends. */
export const notifyEndingConnection = (platform: Platform) =>
  onEvent({
    event: integrationEvents.ending,
    name: 'notifications.tellEndingConnection',
    run: ({ orgId, eventId, payload: { connectionId, name, endsAt } }) =>
      notifyManagers(platform, orgId, {
        kind: 'connection-ending',
        values: { connection: name, date: new Date(endsAt) },
        source: `connection-ending:${eventId}`,
        actionUrl: pageOf(connectionId),
      }),
  })

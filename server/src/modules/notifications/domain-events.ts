import { domainEvents } from '@imperium/contract/events/domains.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyManagers } from './notify-managers.ts'

const kinds = { 'domain.verified': 'domain-verified', 'domain.failed': 'domain-failed', 'domain.lost': 'domain-lost' } as const

/** Tells the managers when a custom domain is verified or lost: they may have waited for it for hours, or lose it. */
export const notifyDomain = (platform: Platform) =>
  onEvent({
    event: [domainEvents.verified, domainEvents.failed, domainEvents.lost],
    name: 'notifications.tellDomain',
    run: ({ orgId, eventId, event, payload: { domain } }) =>
      notifyManagers(platform, orgId, {
        kind: kinds[event],
        values: { domain },
        source: `domain:${eventId}`,
        actionUrl: 'settings/domains',
      }),
  })

import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { ticketAnswered } from '../support/index.ts'
import { notifyMember } from './notify-member.ts'

/** Notifies the member who asked of the operator's answer. */
export const notifyAnsweredTicket = (platform: Platform) =>
  onEvent({
    event: ticketAnswered,
    name: 'notifications.tellAnsweredTicket',
    run: ({ orgId, payload: { ticketId, messageId, userId, subject, from } }) =>
      notifyMember(platform, orgId, userId, {
        kind: 'ticket-answered',
        values: { name: from, subject },
        actionUrl: `support?ticket=${ticketId}`,
        source: `ticket-message:${messageId}`,
        groupKey: `tickets:${ticketId}`,
      }),
  })

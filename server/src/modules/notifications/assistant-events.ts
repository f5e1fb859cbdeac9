import { mcpEvents } from '@imperium/contract/events/mcp.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyMember } from './notify-member.ts'

/** An AI assistant of a member waits for an approval: the member is notified. */
export const notifyAssistantApproval = (platform: Platform) =>
  onEvent({
    event: mcpEvents.approvalRequested,
    name: 'notifications.tellAssistantApproval',
    run: ({ orgId, payload: { approvalId, userId, client, summary } }) =>
      notifyMember(platform, orgId, userId, {
        kind: 'assistant-approval',
        values: { client, summary },
        actionUrl: 'settings/assistants',
        source: `mcp-approval:${approvalId}`,
      }),
  })

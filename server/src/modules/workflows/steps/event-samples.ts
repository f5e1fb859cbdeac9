import type { EventPayloads, EventType } from '../../../platform/events.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'

/** Events that start workflows or wake them, each with a payload as it comes. Those of `workflow.` are left out: a run could start itself. */
export const eventSamples = {
  'agent.created': { agentId: id, name: 'Qualifier' },
  'agent.updated': { agentId: id, name: 'Qualifier', version: 2 },
  'agent.deleted': { agentId: id, name: 'Qualifier' },
  'agent.run.completed': { runId: other, agentId: id, agentName: 'Qualifier', startedByUser: null },
  'agent.run.failed': {
    runId: other,
    agentId: id,
    agentName: 'Qualifier',
    startedByUser: null,
    code: 'MODEL_FAILED',
    message: 'The model did not answer.',
  },
  'api-key.created': { apiKeyId: id, name: 'Reporting', kind: 'organization', createdBy: other, createdByName: 'Ada Lovelace' },
  'user.created': { userId: id, name: 'Ada Lovelace' },
  'user.updated': { userId: id, name: 'Ada Lovelace', role: 'ADMIN', before: 'MEMBER', status: 'active' },
  'user.joined': { userId: id, name: 'Ada Lovelace', role: 'MEMBER', invitedBy: other },
  'user.removed': { userId: id, name: 'Ada Lovelace', how: 'left' },
  'campaign.launched': { campaignId: id, name: 'Spring', by: 'Ada Lovelace', nextAt: null },
  'campaign.sent': { campaignId: id, sendId: other, name: 'Spring', step: 1, total: 100, sent: 98 },
  'campaign.completed': { campaignId: id, name: 'Spring' },
  'campaign.paused': { campaignId: id, sendId: other, name: 'Spring', reason: 'Too many complaints' },
  'campaign.approvalRequested': { campaignId: id, name: 'Spring', recipients: 12_000, by: 'Ada Lovelace' },
  'message.received': {
    conversationId: id,
    messageId: other,
    kind: 'contact',
    from: 'Ada Lovelace',
    senderUser: null,
    contactId: id,
    channel: 'email',
  },
  'contacts.imported': { importId: id, fileName: 'contacts.csv', status: 'completed', created: 100, updated: 20, failed: 1 },
  'contact.unsubscribed': { contactId: id, channel: 'email', purpose: 'newsletter', sendId: null },
} satisfies { [T in EventType]?: EventPayloads[T] }

/** Types that `trigger_event` and `wait_event` offer. */
export const workflowEventTypes = Object.keys(eventSamples) as (keyof typeof eventSamples & EventType)[]
export type WorkflowEventType = (typeof workflowEventTypes)[number]

import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'

const text = z.string()
const one = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'

const event = <P extends z.ZodObject>(label: string, payload: P, sample: z.input<P>) => ({ label, payload, sample })

const agentRun = z.object({ runId: Id, agentId: Id, agentName: text, startedByUser: Id.nullable() })
const agentRunSample = { runId: other, agentId: one, agentName: 'Qualifier', startedByUser: null }
const workflowRun = z.object({ runId: Id, workflowId: Id, workflowName: text, trigger: text, startedByUser: Id.nullable() })
const workflowRunSample = { runId: other, workflowId: one, workflowName: 'New lead', trigger: 'webhook', startedByUser: null }
const campaign = z.object({ campaignId: Id, name: text })
const campaignSample = { campaignId: one, name: 'Spring' }
const sentMessage = z.object({ contactId: Id, channel: text, campaignId: Id, sendId: Id, name: text })
const sentMessageSample = { contactId: one, channel: 'email', campaignId: other, sendId: one, name: 'Spring' }
const person = z.object({ userId: Id, name: text })
const personSample = { userId: one, name: 'Ada Lovelace' }

/** Events in Imperium that start a workflow or resume a waiting one: label, data and an example. Labels are English keys. */
export const workflowEvents = {
  'contact.created': event('A contact was created', z.object({ contactId: Id, source: text, sourceDetail: text }), {
    contactId: one,
    source: 'form',
    sourceDetail: 'Newsletter',
  }),
  'contact.subscribed': event(
    'A contact gave consent',
    z.object({ contactId: Id, channel: text, purpose: text, source: text, formId: Id.nullable() }),
    { contactId: one, channel: 'email', purpose: 'newsletter', source: 'double-opt-in', formId: other },
  ),
  'contact.unsubscribed': event(
    'A contact unsubscribed',
    z.object({ contactId: Id, channel: text, purpose: text.nullable(), sendId: Id.nullable() }),
    { contactId: one, channel: 'email', purpose: 'newsletter', sendId: null },
  ),
  'contacts.imported': event(
    'Contacts were imported',
    z.object({
      importId: Id,
      fileName: text,
      status: z.enum(['completed', 'failed']),
      created: z.int(),
      updated: z.int(),
      failed: z.int(),
    }),
    { importId: one, fileName: 'contacts.csv', status: 'completed', created: 100, updated: 20, failed: 1 },
  ),
  'message.received': event(
    'Message received',
    z.object({
      conversationId: Id,
      messageId: Id,
      kind: z.enum(['internal', 'contact']),
      from: text,
      senderUser: z.exactOptional(Id.nullable()),
      contactId: z.exactOptional(Id.nullable()),
      channel: z.exactOptional(text),
    }),
    { conversationId: one, messageId: other, kind: 'contact', from: 'Ada Lovelace', senderUser: null, contactId: one, channel: 'email' },
  ),
  'message.delivered': event('A message of a campaign was delivered', sentMessage, sentMessageSample),
  'message.bounced': event('A campaign message bounced', sentMessage.extend({ detail: text }), {
    ...sentMessageSample,
    detail: '5.1.1 User unknown',
  }),
  'message.complained': event('A recipient complained about a campaign message', sentMessage.extend({ detail: text }), {
    ...sentMessageSample,
    detail: 'Feedback-Type: abuse',
  }),
  'campaign.launched': event('A campaign was launched', campaign.extend({ by: text, nextAt: Timestamp.nullable() }), {
    ...campaignSample,
    by: 'Ada Lovelace',
    nextAt: null,
  }),
  'campaign.sent': event('A campaign was sent', campaign.extend({ sendId: Id, step: z.int(), total: z.int(), sent: z.int() }), {
    ...campaignSample,
    sendId: other,
    step: 1,
    total: 100,
    sent: 98,
  }),
  'campaign.completed': event('A campaign is completed', campaign, campaignSample),
  'campaign.paused': event('A campaign was paused automatically', campaign.extend({ sendId: Id.nullable(), reason: text }), {
    ...campaignSample,
    sendId: other,
    reason: 'Too many complaints',
  }),
  'campaign.alarmed': event('A campaign has too many complaints or bounces', campaign.extend({ sendId: Id, reason: text }), {
    ...campaignSample,
    sendId: other,
    reason: 'Too many complaints',
  }),
  'campaign.approvalRequested': event('The launch of a campaign waits for approval', campaign.extend({ recipients: z.int(), by: text }), {
    ...campaignSample,
    recipients: 12_000,
    by: 'Ada Lovelace',
  }),
  'agent.run.completed': event('An agent finished a run', agentRun, agentRunSample),
  'agent.run.failed': event('A run of an agent failed', agentRun.extend({ code: text, message: text }), {
    ...agentRunSample,
    code: 'MODEL_FAILED',
    message: 'The model did not answer.',
  }),
  'agent.run.cancelled': event('A run of an agent was cancelled', agentRun, agentRunSample),
  'agent.created': event('An agent was created', z.object({ agentId: Id, name: text }), { agentId: one, name: 'Qualifier' }),
  'agent.updated': event('An agent was changed', z.object({ agentId: Id, name: text, version: z.int() }), {
    agentId: one,
    name: 'Qualifier',
    version: 2,
  }),
  'agent.deleted': event('An agent was deleted', z.object({ agentId: Id, name: text }), { agentId: one, name: 'Qualifier' }),
  'workflow.run.completed': event('Another workflow finished a run', workflowRun, workflowRunSample),
  'workflow.run.failed': event(
    'A run of another workflow failed',
    workflowRun.extend({ step: text.nullable(), code: text, message: text }),
    { ...workflowRunSample, step: 'Send to the CRM', code: 'HTTP_STATUS', message: 'The server responded with 500.' },
  ),
  'workflow.approvalRequested': event(
    'A workflow asks for an approval',
    z.object({ approvalId: Id, runId: Id, workflowId: Id, workflowName: text, title: text, assignees: z.array(Id), mail: z.boolean() }),
    { approvalId: one, runId: other, workflowId: one, workflowName: 'New lead', title: 'Send the offer?', assignees: [], mail: true },
  ),
  'user.created': event('An account was created', person, personSample),
  'user.joined': event('A member joined the organization', person.extend({ role: text, invitedBy: Id.nullable() }), {
    ...personSample,
    role: 'MEMBER',
    invitedBy: other,
  }),
  'user.updated': event('Role or status of a member changed', person.extend({ role: text, before: text, status: text }), {
    ...personSample,
    role: 'ADMIN',
    before: 'MEMBER',
    status: 'ACTIVE',
  }),
  'user.removed': event('A member left the organization', person.extend({ how: z.enum(['removed', 'left']) }), {
    ...personSample,
    how: 'left',
  }),
  'api-key.created': event(
    'An API key was created',
    z.object({ apiKeyId: Id, name: text, kind: z.enum(['organization', 'agent']), createdBy: Id, createdByName: text }),
    { apiKeyId: one, name: 'Reporting', kind: 'organization', createdBy: other, createdByName: 'Ada Lovelace' },
  ),
} as const

export type WorkflowEventType = keyof typeof workflowEvents
export const workflowEventTypes = Object.keys(workflowEvents) as WorkflowEventType[]

import type { OrgTx } from './db/database.ts'
import { newId } from './ids.ts'
import type { JobDefinition, Jobs } from './jobs.ts'

/** What happens in the product, with the payload that handlers (and later webhooks) get. Ids and names, no secrets, no bodies. */
export interface EventPayloads {
  'agent.created': { agentId: string; name: string }
  'agent.updated': { agentId: string; name: string; version: number }
  'agent.deleted': { agentId: string; name: string }
  'agent.run.completed': { runId: string; agentId: string; agentName: string; startedByUser: string | null }
  'agent.run.failed': { runId: string; agentId: string; agentName: string; startedByUser: string | null; code: string; message: string }
  'user.signedInFromNewDevice': { userId: string; device: string; browser: string; ipAddress: string }
  'api-key.created': { apiKeyId: string; name: string; kind: 'organization' | 'agent'; createdBy: string; createdByName: string }
  'user.created': { userId: string; name: string }
  /** Role or status of a member changed; `before` is what the role was. */
  'user.updated': { userId: string; name: string; role: string; before: string; status: string }
  'user.joined': { userId: string; name: string; role: string; invitedBy: string | null }
  'user.removed': { userId: string; name: string; how: 'removed' | 'left' }
  /** Something came in by a channel: a reply, a bounce, a complaint, a provider's report. The item is read with `readInboundItem`. */
  'inbound.received': { itemId: string; kind: string; channel: string }
  /** Every recipient of one occurrence has an end. */
  'campaign.sent': { campaignId: string; sendId: string; name: string; step: number; total: number; sent: number }
  'campaign.completed': { campaignId: string; name: string }
  /** By the engine itself; the reason in words. */
  'campaign.paused': { campaignId: string; sendId: string | null; name: string; reason: string }
  /** Complaints or bounces came in after its last message; the reason in words. */
  'campaign.alarmed': { campaignId: string; sendId: string; name: string; reason: string }
  /** A launch to more people than a MEMBER may reach waits for an OWNER or ADMIN. */
  'campaign.approvalRequested': { campaignId: string; name: string; recipients: number; by: string }
  'campaign.launched': { campaignId: string; name: string; by: string; nextAt: string | null }
  /** Somebody wrote: a contact (`contactId`), or a member to others (`senderUser`). */
  'message.received': {
    conversationId: string
    messageId: string
    kind: 'internal' | 'contact'
    from: string
    senderUser?: string | null
    /** null: somebody who is no contact. */
    contactId?: string | null
    channel?: string
  }
  /** Nothing more is tried of a message that the product wrote and somebody waits for. */
  'message.settled': { messageId: string; status: 'sent' | 'delivered' | 'failed' | 'held'; detail: string }
  /** A file of contacts was read to its end, or as far as that went. */
  'contacts.imported': {
    importId: string
    fileName: string
    status: 'completed' | 'failed'
    created: number
    updated: number
    failed: number
  }
  /** With contacts who were erased: whatever names them for a conversation goes too. */
  'conversations.erased': { conversationIds: string[] }
  /** Somebody wants no more of a purpose (null: of any) on a channel; `sendId`: said to the message of that send. */
  'contact.unsubscribed': { contactId: string; channel: string; purpose: string | null; sendId: string | null }
}
export type EventType = keyof EventPayloads

export interface EventHandler<T extends EventType = EventType> {
  event: T
  /** Names the job, so it must be unique within the product: `module.verb`. */
  name: string
  run: (data: { orgId: string; eventId: string; payload: EventPayloads[T] }) => Promise<void>
}

/** Keeps the handler's payload type; the lists of manifests hold handlers of all types. */
export const onEvent = <T extends EventType>(handler: EventHandler<T>): EventHandler => handler as unknown as EventHandler

export interface Events {
  /** Writes the event to the outbox and queues its handlers, all in the caller's transaction. */
  emit<T extends EventType>(tx: OrgTx, type: T, payload: EventPayloads[T]): Promise<void>
}

export function createEvents(handlers: readonly EventHandler[], jobs: Jobs): Events {
  return {
    emit: async (tx, type, payload) => {
      const eventId = newId()
      await tx
        .insertInto('outbox')
        .values({ id: eventId, org_id: tx.orgId, type, payload: JSON.stringify(payload) })
        .execute()
      for (const handler of handlers.filter((each) => each.event === type)) {
        await jobs.send(tx, handler.name, { orgId: tx.orgId, eventId, payload })
      }
    },
  }
}

export const eventJobs = (handlers: readonly EventHandler[]): JobDefinition[] =>
  handlers.map((handler) => ({
    name: handler.name,
    lane: 'transactional',
    run: (data) => handler.run(data as Parameters<EventHandler['run']>[0]),
  }))

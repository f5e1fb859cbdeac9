import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { OrgTx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'

/** What happens in the product, with the payload that handlers (and later webhooks) get. Ids and names, no secrets, no bodies. */
export interface EventPayloads {
  'agent.created': { agentId: string; name: string }
  'agent.updated': { agentId: string; name: string; version: number }
  'agent.deleted': { agentId: string; name: string }
  'agent.run.completed': { runId: string; agentId: string; agentName: string; startedByUser: string | null }
  'agent.run.failed': { runId: string; agentId: string; agentName: string; startedByUser: string | null; code: string; message: string }
  'agent.run.cancelled': { runId: string; agentId: string; agentName: string; startedByUser: string | null }
  /** A workflow run waits for an approval; without a named approver: by any member who may approve. */
  'workflow.approvalRequested': {
    approvalId: string
    runId: string
    workflowId: string
    workflowName: string
    title: string
    assignees: string[]
    /** By mail too. */
    mail: boolean
  }
  'user.signedInFromNewDevice': { userId: string; device: string; browser: string; ipAddress: string }
  'api-key.created': { apiKeyId: string; name: string; kind: 'organization' | 'agent'; createdBy: string; createdByName: string }
  'user.created': { userId: string; name: string }
  /** A member's role or status changed; `before` is the previous role. */
  'user.updated': { userId: string; name: string; role: string; before: string; status: string }
  'user.joined': { userId: string; name: string; role: string; invitedBy: string | null }
  'user.removed': { userId: string; name: string; how: 'removed' | 'left' }
  /** A channel received something: a reply, a bounce, a complaint, a provider's report. `readInboundItem` reads the item. */
  'inbound.received': { itemId: string; kind: string; channel: string }
  /** Every recipient of one occurrence has an end. */
  'campaign.sent': { campaignId: string; sendId: string; name: string; step: number; total: number; sent: number }
  'campaign.completed': { campaignId: string; name: string }
  /** Paused by the engine; with the reason as text. */
  'campaign.paused': { campaignId: string; sendId: string | null; name: string; reason: string }
  /** Complaints or bounces arrived after its last message; with the reason as text. */
  'campaign.alarmed': { campaignId: string; sendId: string; name: string; reason: string }
  /** A launch to more recipients than a MEMBER may reach waits for an OWNER or ADMIN. */
  'campaign.approvalRequested': { campaignId: string; name: string; recipients: number; by: string }
  'campaign.launched': { campaignId: string; name: string; by: string; nextAt: string | null }
  /** A message from a contact (`contactId`), or from a member to others (`senderUser`). */
  'message.received': {
    conversationId: string
    messageId: string
    kind: 'internal' | 'contact'
    from: string
    senderUser?: string | null
    /** null: the sender is not a contact. */
    contactId?: string | null
    channel?: string
  }
  /** A member assigned a conversation with a contact to another member. */
  'conversation.assigned': { conversationId: string; userId: string; by: string; subject: string }
  /** A member's message did not reach the contact or has an unknown outcome. */
  'message.undelivered': { conversationId: string; messageId: string; userId: string; subject: string; reason: string }
  /** Outcome of a campaign message, emitted when it has a consumer (`isHeard`); `detail`: the receiver's text. */
  'message.delivered': { contactId: string; channel: string; campaignId: string; sendId: string; name: string }
  'message.bounced': { contactId: string; channel: string; campaignId: string; sendId: string; name: string; detail: string }
  'message.complained': { contactId: string; channel: string; campaignId: string; sendId: string; name: string; detail: string }
  /** Final state of a single message that a caller waits for; no attempt follows. `skipped`: it may not be sent. */
  'message.settled': { messageId: string; status: 'sent' | 'delivered' | 'failed' | 'held' | 'skipped'; detail: string }
  /** A contact file was imported completely, or as far as possible. */
  'contacts.imported': {
    importId: string
    fileName: string
    status: 'completed' | 'failed'
    created: number
    updated: number
    failed: number
  }
  /** With erased contacts: all references to the conversations must be erased too. */
  'conversations.erased': { conversationIds: string[] }
  /** Created singly, by a member, the API, a form, a reply or a workflow; an import has its own event. */
  'contact.created': { contactId: string; source: string; sourceDetail: string }
  /** The quiet hours or their channels changed. */
  'contacts.quietHoursChanged': Record<string, never>
  /** A consent was confirmed; an import does not emit it. `formId`: the sign-up form that was used. */
  'contact.subscribed': { contactId: string; channel: string; purpose: string; source: string; formId: string | null }
  /** A contact opted out of a purpose (null: all) on a channel; `sendId`: the send with the message that it answered. */
  'contact.unsubscribed': { contactId: string; channel: string; purpose: string | null; sendId: string | null }
  /** Without tests. */
  'workflow.run.completed': { runId: string; workflowId: string; workflowName: string; trigger: string; startedByUser: string | null }
  'workflow.run.failed': {
    runId: string
    workflowId: string
    workflowName: string
    trigger: string
    startedByUser: string | null
    /** Step at which it failed. */
    step: string | null
    code: string
    message: string
  }
}
export type EventType = keyof EventPayloads

export interface EventHandler<T extends EventType = EventType> {
  event: T | readonly T[]
  /** Names the job, so it must be unique within the product: `module.verb`. */
  name: string
  /** Asked in the emitting transaction, once for all payloads of one type: most organizations have no consumer. Default: always. */
  isWanted?: (tx: OrgTx, event: T) => Promise<boolean>
  run: (data: { orgId: string; eventId: string; event: T; payload: EventPayloads[T] }) => Promise<void>
}

/** Keeps the handler's payload type; the lists of manifests hold handlers of all types. */
export const onEvent = <T extends EventType>(handler: EventHandler<T>): EventHandler => handler as unknown as EventHandler

export interface Events {
  /** Writes the event to the outbox and queues its handlers, all in the caller's transaction. */
  emit<T extends EventType>(tx: OrgTx, type: T, payload: EventPayloads[T]): Promise<void>
  /** The same for many events of one type, in few statements. */
  emitAll<T extends EventType>(tx: OrgTx, type: T, payloads: readonly EventPayloads[T][]): Promise<void>
  /**
   * Whether the organization has a consumer of such events: for frequent events that are emitted only then. Queries the database
   * at most every two seconds.
   */
  isHeard(orgId: string, type: EventType, inTx: (ask: (tx: OrgTx) => Promise<boolean>) => Promise<boolean>): Promise<boolean>
}

const believedMs = 2_000

export function createEvents(handlers: readonly EventHandler[], jobs: Jobs): Events {
  const emitAll: Events['emitAll'] = async (tx, type, payloads) => {
    if (payloads.length === 0) return
    const events = payloads.map((payload) => ({ id: newId(), payload }))
    await sql`
      insert into app.outbox (id, org_id, type, payload)
      select id, ${tx.orgId}::uuid, ${type}, payload from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as v(id uuid, payload jsonb)`.execute(
      tx,
    )
    for (const handler of handlers.filter((each) => hears(each, type))) {
      if (handler.isWanted && !(await handler.isWanted(tx, type))) continue
      for (const { id: eventId, payload } of events) await jobs.send(tx, handler.name, { orgId: tx.orgId, eventId, event: type, payload })
    }
  }
  const known = new LRUCache<string, { heard: boolean }>({ max: 10_000, ttl: believedMs })
  const ask = async (tx: OrgTx, type: EventType): Promise<boolean> => {
    for (const handler of handlers.filter((each) => hears(each, type)))
      if (!handler.isWanted || (await handler.isWanted(tx, type))) return true
    return false
  }
  const isHeard: Events['isHeard'] = async (orgId, type, inTx) => {
    const key = `${orgId} ${type}`
    const before = known.get(key)
    if (before) return before.heard
    const heard = await inTx((tx) => ask(tx, type))
    known.set(key, { heard })
    return heard
  }
  return { emit: (tx, type, payload) => emitAll(tx, type, [payload]), emitAll, isHeard }
}

const hears = ({ event }: EventHandler, type: EventType): boolean => (typeof event === 'string' ? event === type : event.includes(type))

export const eventJobs = (handlers: readonly EventHandler[]): JobDefinition[] =>
  handlers.map((handler) => ({
    name: handler.name,
    lane: 'transactional',
    run: (data) => handler.run(data as Parameters<EventHandler['run']>[0]),
  }))

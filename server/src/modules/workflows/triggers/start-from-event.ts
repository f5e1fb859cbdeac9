import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { events } from '@imperium/contract/registry.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { onEvent } from '../../../platform/events/events.ts'
import type { EventHandler } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isRunOfWorkflow } from '../../runs/index.ts'
import { matchesPayload } from '../core/match-payload.ts'
import { engineOf } from '../engine/engine-of.ts'
import { hasListeners, triggersOf, wasStartedByRun } from './listeners-store.ts'
import type { EventTrigger } from './listeners-store.ts'
import { startUnlessRefused } from './start-unless-refused.ts'

interface EventJob {
  orgId: string
  eventId: string
  event: string
  payload: Record<string, Json>
}

/** Starts the workflows of an event and wakes the runs that wait for it. Idempotent: the event's id is the key. */
export const startFromEvents = (platform: Platform): EventHandler =>
  onEvent({
    event: events,
    name: 'workflows.hear',
    isWanted: hasListeners,
    run: async ({ orgId, eventId, event, payload }) => {
      await platform.db.withOrg(orgId, (tx) =>
        startWorkflows(platform, tx, { orgId, eventId, event, payload: payload as Record<string, Json> }),
      )
    },
  })

async function startWorkflows(platform: Platform, tx: OrgTx, { eventId, event, payload }: EventJob): Promise<void> {
  await engineOf(platform).signal(tx, { kind: 'event', key: event, id: eventId, data: payload })
  if (await comesFromWorkflow(tx, event, payload)) return
  for (const trigger of await triggersOf(tx, event)) {
    if (!matches(trigger, payload) || isOwnRun(trigger, payload)) continue
    await startUnlessRefused(platform, tx, {
      workflowId: trigger.workflowId,
      version: trigger.version,
      trigger: 'event',
      input: payload,
      triggeredBy: `Event ${event}`,
      triggeredByUser: null,
      startKey: `event:${eventId}`,
    })
  }
}

const matches = ({ match }: EventTrigger, payload: object): boolean =>
  matchesPayload(Object.fromEntries(match.map(({ name, value }) => [name, value])), payload as Json)

const field = (payload: object, name: string): unknown => new Map<string, unknown>(Object.entries(payload)).get(name)

/** Results of a workflow's own runs do not start it. */
const isOwnRun = ({ workflowId }: EventTrigger, payload: object): boolean => field(payload, 'workflowId') === workflowId

/**
 * Prevents endless loops: effects of a workflow start another one only once, and agent runs, messages to members and contacts from
 * workflows start nothing. Waiting runs continue all the same.
 */
async function comesFromWorkflow(tx: OrgTx, event: string, payload: object): Promise<boolean> {
  // Members are senders of internal conversations, contacts of all others.
  if (event === 'message.received') return field(payload, 'kind') === 'internal' && field(payload, 'senderUser') === null
  if (event === 'contact.created') return field(payload, 'source') === 'workflow'
  if (field(payload, 'byWorkflow') === true) return true
  const runId = field(payload, 'runId')
  if (typeof runId !== 'string') return false
  if (event.startsWith('agent.run.')) return isRunOfWorkflow(tx, runId)
  return event.startsWith('workflow.') && wasStartedByRun(tx, runId)
}

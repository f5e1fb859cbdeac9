import type { OrgTx } from '../../../platform/db/database.ts'
import { announceDue } from '../../../platform/leases/lease-store.ts'
import type { Platform } from '../../../platform/platform.ts'
import { connectors } from '../connectors/index.ts'
import type { Trigger } from '../kit/trigger.ts'
import { findConnection } from '../store.ts'
import { deleteSubscription, subscriptionLeases, writeSubscription } from './subscriptions-store.ts'

export interface Subscription {
  workflowId: string
  connectionId: string
  trigger: string
  input: unknown
}

export const findTrigger = (connectorId: string, id: string): Trigger | undefined => {
  const triggers = connectors.get(connectorId)?.triggers ?? {}
  return Object.hasOwn(triggers, id) ? triggers[id] : undefined
}

/** From now on the workflow starts with the trigger. Does nothing where there is no such connection: publishing checks that. */
export async function subscribe(
  { clock }: Platform,
  tx: OrgTx,
  { workflowId, connectionId, trigger: id, input }: Subscription,
): Promise<void> {
  const row = await findConnection(tx, connectionId)
  const trigger = row && findTrigger(row.connector, id)
  if (!trigger) return unsubscribe(tx, workflowId)
  const dueAt = trigger.kind === 'poll' ? clock.now() : null
  await writeSubscription(tx, { workflowId, connectionId, trigger: id, input, dueAt })
  if (dueAt) await announceDue(tx, subscriptionLeases)
}

export async function unsubscribe(tx: OrgTx, workflowId: string): Promise<void> {
  await deleteSubscription(tx, workflowId)
}

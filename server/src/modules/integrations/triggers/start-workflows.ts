import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { startWorkflow } from '../connection-users.ts'
import type { TriggerItem } from '../kit/read-poll.ts'
import type { SubscriptionRow } from './subscriptions-store.ts'

const keptIds = 5_000

/**
 * Starts the workflow once for each new item, in the transaction that remembers them. Answers the ids to keep.
 * `isPriming`: what is there at the first time starts nothing.
 */
export async function startWithNew(
  platform: Platform,
  tx: OrgTx,
  { workflow_id: workflowId, connection_id: connectionId, seen }: Pick<SubscriptionRow, 'workflow_id' | 'connection_id' | 'seen'>,
  { items, startedBy, isPriming }: { items: readonly TriggerItem[]; startedBy: string; isPriming: boolean },
): Promise<string[]> {
  const known = new Set(seen)
  const fresh = items.filter(({ id }) => !known.has(id) && known.add(id))
  // Services list the newest first: the oldest starts first.
  if (!isPriming)
    for (const item of fresh.toReversed())
      await startWorkflow(platform, tx, { workflowId, item, startedBy, startKey: `integration:${connectionId}:${item.id}` })
  if (fresh.length === 0) return seen
  return [...fresh.map(({ id }) => id), ...seen].slice(0, keptIds)
}

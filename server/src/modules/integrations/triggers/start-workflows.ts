import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { startWorkflow } from '../connection-users.ts'
import { faultColumns, noFault } from '../store.ts'
import type { TriggerItem } from '../kit/read-poll.ts'
import { keepRefused } from './keep-refused.ts'
import type { Refused } from './keep-refused.ts'
import type { SubscriptionRow } from './subscriptions-store.ts'

const keptIds = 5_000

/**
 * Starts the workflow once for each new item, in the transaction that remembers them; `isPriming` starts nothing.
 * Answers what to keep: the ids, and why an item did not start it, until others come. @throws ServiceError where too many wait already
 */
export async function startWithNew(
  platform: Platform,
  tx: OrgTx,
  { workflow_id: workflowId, connection_id: connectionId, seen }: Pick<SubscriptionRow, 'workflow_id' | 'connection_id' | 'seen'>,
  { items, startedBy, isPriming }: { items: readonly TriggerItem[]; startedBy: string; isPriming: boolean },
): Promise<{ seen?: string[]; error?: string | null; error_key?: string | null }> {
  const known = new Set(seen)
  const fresh = items.filter(({ id }) => !known.has(id) && known.add(id))
  // Services list the newest first: the oldest starts first.
  const refused: Refused[] = []
  if (!isPriming)
    for (const item of fresh.toReversed()) {
      const start = { workflowId, item, startedBy, startKey: `integration:${connectionId}:${item.id}` }
      const refusal = await startWorkflow(platform, tx, start)
      if (refusal) refused.push({ start, refusal })
    }
  if (fresh.length === 0) return {}
  if (refused.length > 0) await keepRefused(platform, tx, workflowId, refused)
  const last = refused.at(-1)?.refusal.text
  const shown = last === undefined ? noFault : faultColumns(last)
  return { seen: [...fresh.map(({ id }) => id), ...seen].slice(0, keptIds), ...shown }
}

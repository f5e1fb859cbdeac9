import { readKey } from '@imperium/contract/kit/message.ts'
import { integrationLimits } from '@imperium/contract/integrations.ts'
import type { TriggerSubscription } from '@imperium/contract/integrations.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { dueAtWake } from '../../../platform/leases/lease-table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { namesOfWorkflows } from '../connection-users.ts'
import { findTrigger } from './subscribe.ts'
import { listSubscriptions } from './subscriptions-store.ts'

/** What starts workflows, with what went wrong the last time. */
export async function listTriggers(platform: Platform, tx: OrgTx): Promise<TriggerSubscription[]> {
  const rows = await listSubscriptions(tx, integrationLimits.triggers)
  const ids = rows.map((row) => row.workflow_id)
  const names = await namesOfWorkflows(platform, tx, ids)
  return rows.map((row) => ({
    workflowId: row.workflow_id,
    workflowName: names.get(row.workflow_id) ?? '',
    connectionId: row.connection_id,
    connectionName: row.name,
    title: findTrigger(row.connector, row.trigger)?.title ?? row.trigger,
    kind: row.due_at === null ? 'hook' : 'poll',
    error: row.error,
    errorKey: readKey(row.error, row.error_key),
    failures: row.failures,
    refused: row.refused,
    dropped: row.items_dropped,
    lastReadAt: row.polled_at?.toISOString() ?? null,
    // At rest it has no next time.
    nextAt: row.due_at && row.due_at < dueAtWake ? row.due_at.toISOString() : null,
  }))
}

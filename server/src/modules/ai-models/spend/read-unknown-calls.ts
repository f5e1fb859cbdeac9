import type { UnknownModelCall } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { CallPurpose } from './model-call.ts'
import { listUnknown } from './model-calls-store.ts'

const most = 200

/** Calls that were charged as reserved, because their outcome is unknown. */
export async function readUnknownCalls(tx: OrgTx): Promise<UnknownModelCall[]> {
  const rows = await listUnknown(tx, most)
  return rows.map((row) => ({
    id: row.id,
    // The column's check allows no other word.
    purpose: row.purpose as CallPurpose,
    model: row.model,
    runId: row.run_id,
    costMicros: row.reserved_micros,
    sentAt: row.created_at.toISOString(),
    unknownAt: (row.unknown_at ?? row.created_at).toISOString(),
  }))
}

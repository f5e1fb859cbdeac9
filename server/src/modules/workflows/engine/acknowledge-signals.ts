import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/db/group-commit.ts'
import type { RunSession, TokenSignal } from './run-session.ts'

/** Takes the mark of new signals off a run in flight and returns them all; from then on only newer ones mark it. */
export async function acknowledgeSignals(platform: Platform, session: RunSession): Promise<TokenSignal[]> {
  return inTransaction(platform.db, session.orgId, async (tx) => (await lockAndAcknowledgeSignals(tx, session)) ?? [])
}

/** The same, and locks out further signals until this transaction ends; null when another worker has the run. */
export async function lockAndAcknowledgeSignals(tx: OrgTx, { runId, basis }: RunSession): Promise<TokenSignal[] | null> {
  const held = await tx
    .selectFrom('workflow_live')
    .select(['signalled', 'status'])
    .where('run_id', '=', runId)
    .where('epoch', '=', basis.epoch)
    .forUpdate()
    .executeTakeFirst()
  if (held?.status !== 'leased') return null
  if (!held.signalled) return []
  await tx.updateTable('workflow_live').set({ signalled: false }).where('run_id', '=', runId).execute()
  const rows = await tx.selectFrom('workflow_signals').select(['token', 'key', 'data']).where('run_id', '=', runId).orderBy('at').execute()
  return rows.map((row) => ({ token: row.token, key: row.key, data: row.data as TokenSignal['data'] }))
}

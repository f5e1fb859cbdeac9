import { sql } from 'kysely'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hashTokenHex } from '../../../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import { toText } from '../../core/machine.ts'

/** Stores an address before the run gives it away: the call may arrive before the run is written. */
export async function rememberAddress(tx: OrgTx, runId: string, token: string): Promise<void> {
  await tx
    .insertInto('workflow_callbacks')
    .values({ org_id: tx.orgId, key: hashTokenHex(token), run_id: runId })
    .execute()
}

/** Removes the address and returns the call that arrived there already; undefined when none did. From this transaction on calls go to the wait itself. */
export async function takeEarlierCall(tx: OrgTx, key: string): Promise<Json | undefined> {
  const row = await tx.deleteFrom('workflow_callbacks').where('key', '=', key).returning('data').executeTakeFirst()
  return row?.data === null ? undefined : (row?.data as Json | undefined)
}

/** Stores a call until its run waits for it. False when no open run will, or a call was stored before. */
export async function keepCall(tx: OrgTx, key: string, data: Json): Promise<boolean> {
  const { rows } = await sql`
    update app.workflow_callbacks c set data = ${toText(data)}::jsonb
    where c.org_id = ${tx.orgId} and c.key = ${key} and c.data is null
      and exists (select from app.workflow_live l where l.org_id = c.org_id and l.run_id = c.run_id)
    returning c.key`.execute(tx)
  return rows.length > 0
}

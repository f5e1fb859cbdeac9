import { sql } from 'kysely'
import type { RawAnswer, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isInUse } from '../../organizations/index.ts'
import { inTransaction } from '../engine/committer.ts'
import { engineOf } from '../engine/engine-of.ts'
import { keepCall } from '../steps/http/callbacks-store.ts'
import { callData } from './call-data.ts'

/** Lets the run go on that gave this address away, once, whether it waits already or not yet. @throws 404 where none will (any more). */
export async function resumeWait(
  platform: Platform,
  { params, body }: { params: { token: string }; body: UploadedFile },
  context: PublicContext,
): Promise<RawAnswer> {
  const key = hashTokenHex(params.token)
  const data = callData(body, context)
  const orgId = await organizationOf(platform, key)
  const isTaken = orgId !== null && (await inTransaction(platform.db, orgId, (tx) => deliver(platform, tx, key, data)))
  if (!isTaken) throw notFound()
  const answer = { success: true, data: null, requestId: context.requestId }
  return { status: 202, contentType: 'application/json; charset=utf-8', body: JSON.stringify(answer) }
}

/** To the run that waits; or it is kept for one that will. The run may have come to its wait between the two. */
async function deliver(platform: Platform, tx: OrgTx, key: string, data: Json): Promise<boolean> {
  const wake = () => engineOf(platform).signal(tx, { kind: 'webhook', key, id: 'call', data })
  return (await wake()) > 0 || (await keepCall(tx, key, data)) || (await wake()) > 0
}

/** Whose run waits for the address, or gave it away; an organization that is suspended does not go on. */
async function organizationOf({ db }: Platform, key: string): Promise<string | null> {
  const { rows } = await db.withSystem((tx) =>
    sql<{ orgId: string }>`
      select w.org_id as "orgId" from (
        select org_id from app.workflow_waits where kind = 'webhook' and key = ${key} union all
        select org_id from app.workflow_callbacks where key = ${key}) w
      where ${isInUse(sql`w.org_id`)} limit 1`.execute(tx),
  )
  return rows[0]?.orgId ?? null
}

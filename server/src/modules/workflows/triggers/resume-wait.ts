import { sql } from 'kysely'
import type { RawResponse, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isInUse } from '../../organizations/index.ts'
import { inTransaction } from '../../../platform/db/group-commit.ts'
import { engineOf } from '../engine/engine-of.ts'
import { keepCall } from '../steps/http/callbacks-store.ts'
import { callData } from './call-data.ts'

/** Continues the run that created this address, once, whether it waits already or not. @throws 404 when no run will wait for it. */
export async function resumeWait(
  platform: Platform,
  { params, body }: { params: { token: string }; body: UploadedFile },
  context: PublicContext,
): Promise<RawResponse> {
  const key = hashTokenHex(params.token)
  const data = await callData(body, context)
  const orgId = await organizationOf(platform, key)
  const isTaken = orgId !== null && (await inTransaction(platform.db, orgId, (tx) => deliver(platform, tx, key, data)))
  if (!isTaken) throw notFound()
  const response = { success: true, data: null, requestId: context.requestId }
  return { status: 202, contentType: 'application/json; charset=utf-8', body: JSON.stringify(response) }
}

/** Signals the waiting run, or stores the call for later. The run may begin to wait between the two. */
async function deliver(platform: Platform, tx: OrgTx, key: string, data: Json): Promise<boolean> {
  const wake = () => engineOf(platform).signal(tx, { kind: 'webhook', key, id: 'call', data })
  return (await wake()) > 0 || (await keepCall(tx, key, data)) || (await wake()) > 0
}

/** The organization of the run that waits for the address or created it; null when it is suspended. */
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

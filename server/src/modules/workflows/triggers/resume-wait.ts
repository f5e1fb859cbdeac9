import { sql } from 'kysely'
import type { RawAnswer, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import { hashTokenHex } from '../../../platform/crypto.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isInUse } from '../../organizations/index.ts'
import { engineOf } from '../engine/engine-of.ts'
import { callData } from './call-data.ts'

/** Lets the run go on that gave this address away; once. @throws 404 where nothing waits for it (any more). */
export async function resumeWait(
  platform: Platform,
  { params, body }: { params: { token: string }; body: UploadedFile },
  context: PublicContext,
): Promise<RawAnswer> {
  const key = hashTokenHex(params.token)
  const data = callData(body, context)
  const orgId = await organizationOf(platform, key)
  const woken = orgId
    ? await platform.db.withOrg(orgId, (tx) => engineOf(platform).signal(tx, { kind: 'webhook', key, id: 'call', data }))
    : 0
  if (woken === 0) throw notFound()
  const answer = { success: true, data: null, requestId: context.requestId }
  return { status: 202, contentType: 'application/json; charset=utf-8', body: JSON.stringify(answer) }
}

/** Whose run waits for the address; an organization that is suspended does not go on. */
async function organizationOf({ db }: Platform, key: string): Promise<string | null> {
  const { rows } = await db.withSystem((tx) =>
    sql<{ orgId: string }>`
      select w.org_id as "orgId" from app.workflow_waits w
      where w.kind = 'webhook' and w.key = ${key} and ${isInUse(sql`w.org_id`)}`.execute(tx),
  )
  return rows[0]?.orgId ?? null
}

import { sql } from 'kysely'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { WebhookTarget } from './webhook-targets.ts'

/**
 * The key under which a call starts one run: the caller's own key, else the signature of a signed call. A signature with its time starts
 * at most one run, whatever key it has: a replay is refused (SEC-40). @throws 409, 422.
 */
export async function startKeyOf(
  platform: Platform,
  { orgId, workflowId, check }: WebhookTarget,
  { header }: Pick<PublicContext, 'header'>,
): Promise<string | undefined> {
  const key = header('idempotency-key')
  if (key !== undefined && !/^[\x21-\x7e]{1,128}$/.test(key))
    throw invalid([{ path: 'Idempotency-Key', message: 'Use 1 to 128 visible characters' }])
  const signature = check === 'signature' ? header('x-signature') : undefined
  if (signature === undefined) return key === undefined ? undefined : `webhook:${key}`
  const signed = `signed:${hashTokenHex(signature)}`
  if (key === undefined) return signed
  // Stores the caller's key instead of a run id: a retry with the same key is not a replay by another caller.
  const mark = hashTokenHex(key).slice(0, 32)
  const { rows } = await platform.db.withOrg(orgId, (tx) =>
    sql<{ run_id: string }>`
      insert into app.workflow_starts as s (org_id, workflow_id, key, run_id) values (${orgId}, ${workflowId}, ${signed}, ${mark}::uuid)
      on conflict (org_id, workflow_id, key) do update set key = s.key returning s.run_id`.execute(tx),
  )
  if (rows[0]?.run_id.replaceAll('-', '') !== mark) throw conflict('This signed call was already received.', 'REPLAYED')
  return `webhook:${key}`
}

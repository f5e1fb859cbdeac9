import type { z } from 'zod'
import type { ApiKey, CreatedApiKey, KeyKind, UpdateKeyBody } from '@imperium/contract/api-keys.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, found } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { checkBounds } from './check-bounds.ts'
import { assertNameFree, makeKey } from './create-key.ts'
import { readKey, withAgentNames } from './read-keys.ts'
import { findKeyForUpdate, replaceKey, revokeAll, revokeWithPredecessors, writeKey } from './store.ts'
import type { KeyFields, KeyRow } from './store.ts'
import { apiKeysChanged } from '../../platform/auth/access-signals.ts'

const hour = 3_600_000

const fieldsOf = (row: KeyRow): KeyFields => ({
  name: row.name,
  scopes: row.scopes as KeyScope[],
  expiresAt: row.expires_at?.toISOString() ?? null,
  allowedAddresses: row.allowed_addresses,
  rateLimitPerHour: row.rate_limit_per_hour,
})

/** Every process drops its cached keys of the organization after this transaction commits. */
const signalKeyChange = (tx: OrgTx) => signal(tx, apiKeysChanged({ orgId: tx.orgId }))

/** @throws 404. */
async function lockKeyRow(tx: OrgTx, id: string, now: Date): Promise<KeyRow> {
  await lockNoun(tx, 'api-keys')
  return found(await findKeyForUpdate(tx, id, now))
}

/** A key that can no longer work is not changed: an expired one may be given more time. */
function assertUsable(row: KeyRow): void {
  if (row.replaced_by) throw conflict('This API key was replaced by a new one. Change that one.')
  if (row.reason === 'revoked' || row.reason === 'agent_deleted') throw conflict('This API key was revoked.')
}

/** @throws 404; 409 for a stale write, a taken name, a key that is revoked or replaced; 422 as `createKey`. */
export async function updateKey(
  platform: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, ...body }: z.output<typeof UpdateKeyBody>,
): Promise<ApiKey> {
  const { tx, audit } = context
  const now = platform.clock.now()
  const row = await lockKeyRow(tx, id, now)
  assertFresh(row, updatedAt)
  assertUsable(row)
  if (body.scopes && row.kind === 'agent') throw invalid([{ path: 'scopes', message: 'The scopes of an agent key are fixed' }])
  const given = withoutUndefined(body)
  checkBounds(platform, context, given)
  if (given.name !== undefined) await assertNameFree(context, given.name, id)
  const [before] = await withAgentNames(tx, [row])
  await writeKey(tx, id, { ...fieldsOf(row), ...given })
  const after = await readKey(tx, id, now)
  await signalKeyChange(tx)
  audit({ targetName: after.name, before, after })
  return after
}

/** @throws 404; 409 for a key that no longer works or was already rotated; 422 if its scopes exceed the caller's rights. */
export async function rotateKey(platform: Platform, context: OrgContext, id: string, overlapHours: number): Promise<CreatedApiKey> {
  const { tx, audit } = context
  const now = platform.clock.now()
  const row = await lockKeyRow(tx, id, now)
  assertUsable(row)
  if (row.reason === 'expired') throw conflict('This API key has expired. Change its expiry first.')
  const fields = fieldsOf(row)
  checkBounds(platform, context, { scopes: fields.scopes })
  const rotatesUntil = new Date(now.getTime() + overlapHours * hour)
  const nextId = newId()
  await replaceKey(tx, id, nextId, rotatesUntil)
  const plan = { ...fields, kind: row.kind as KeyKind, agentId: row.agent_id }
  const { plainKey, ...key } = await makeKey(platform, context, plan, nextId)
  await signalKeyChange(tx)
  audit({ targetName: row.name, after: { replacedBy: key, rotatesUntil } })
  return { ...key, plainKey }
}

/** @throws 404. A key that is revoked already stays so. */
export async function revokeKey({ tx, audit }: OrgContext, id: string): Promise<void> {
  const now = new Date()
  const row = await lockKeyRow(tx, id, now)
  const revoked = await revokeWithPredecessors(tx, id, now)
  await signalKeyChange(tx)
  audit({ targetName: row.name, after: { revoked } })
}

/** The keys may have been created by a stranger who used the account. */
export async function revokeKeysOfPerson(tx: OrgTx, userId: string): Promise<void> {
  if (await revokeAll(tx, { userId })) await signalKeyChange(tx)
}

/** The agent is deleted; keys that could only run it are useless. */
export async function revokeKeysOfAgent(tx: OrgTx, agentId: string): Promise<void> {
  if (await revokeAll(tx, { agentId })) await signalKeyChange(tx)
}

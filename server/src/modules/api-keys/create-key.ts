import type { z } from 'zod'
import { keyLimits } from '@imperium/contract/api-keys.ts'
import type { CreateAgentKeyBody, CreateKeyBody, CreatedApiKey, KeyKind } from '@imperium/contract/api-keys.ts'
import { agentKeyScopes } from '@imperium/contract/permissions.ts'
import { apiKeyEvents } from '@imperium/contract/events/api-keys.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { newApiKey } from '../../platform/crypto/api-key-format.ts'
import { hashToken } from '../../platform/crypto/crypto.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldConflict, found } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { findAgent } from '../agents/index.ts'
import { checkBounds } from './check-bounds.ts'
import { readKey } from './read-keys.ts'
import { countKeys, insertKey, isNameTaken } from './store.ts'
import type { KeyFields } from './store.ts'

export interface KeyPlan extends KeyFields {
  kind: KeyKind
  agentId: string | null
}

/** @throws 422 for scopes above the maker's own rights, an expiry that is past, a limit above the server's; 409 for a taken name. */
export async function createKey(platform: Platform, context: OrgContext, body: z.output<typeof CreateKeyBody>): Promise<CreatedApiKey> {
  return makeNamedKey(platform, context, { ...body, kind: 'organization', agentId: null })
}

/** @throws 404 for an unknown agent; as `createKey`. */
export async function createAgentKey(
  platform: Platform,
  context: OrgContext,
  { agentId, ...fields }: z.output<typeof CreateAgentKeyBody>,
): Promise<CreatedApiKey> {
  found(await findAgent(context.tx, agentId))
  return makeNamedKey(platform, context, { ...fields, scopes: agentKeyScopes, kind: 'agent', agentId })
}

async function makeNamedKey(platform: Platform, context: OrgContext, plan: KeyPlan): Promise<CreatedApiKey> {
  const { tx, audit } = context
  checkBounds(platform, context, plan)
  await lockNoun(tx, 'api-keys')
  if ((await countKeys(tx)) >= keyLimits.keysPerOrganization)
    throw conflict(message('An organization has at most {max} API keys. Revoke some first.', { max: keyLimits.keysPerOrganization }))
  await assertNameFree(context, plan.name, null)
  const { plainKey, ...key } = await makeKey(platform, context, plan)
  audit({ targetId: key.id, targetName: key.name, after: key })
  await platform.events.emit(tx, apiKeyEvents.created, {
    apiKeyId: key.id,
    name: key.name,
    kind: plan.kind,
    createdBy: context.caller.userId,
    createdByName: context.actor.name,
  })
  return { ...key, plainKey }
}

/** Call it under `lockNoun`. @throws 409 that names the field. */
export async function assertNameFree({ tx }: OrgContext, name: string, exceptId: string | null): Promise<void> {
  if (!(await isNameTaken(tx, name, exceptId))) return
  const message = 'An API key with this name already exists'
  throw fieldConflict('name', message, `${message}.`)
}

/** Writes a new key. It is bounded by the rights of the caller, never by what the request contains (R21). */
export async function makeKey(platform: Platform, { tx, caller, actor }: OrgContext, plan: KeyPlan, id = newId()): Promise<CreatedApiKey> {
  const plainKey = newApiKey(plan.kind)
  await insertKey(tx, {
    ...plan,
    id,
    prefix: plainKey.slice(0, 8),
    last4: plainKey.slice(-4),
    hash: hashToken(plainKey),
    createdBy: caller.userId,
    createdByName: actor.name,
  })
  const key = await readKey(tx, id, platform.clock.now())
  return { ...key, plainKey }
}

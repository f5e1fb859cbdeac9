import { isInPlaceOfSignIn } from '@imperium/contract/permissions.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { newApiKey } from '../../platform/crypto/api-key-format.ts'
import { hashToken } from '../../platform/crypto/crypto.ts'
import { invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkBounds } from './check-bounds.ts'
import { deleteEndedTokens, insertKey } from './store.ts'

/** A key for the API playground, named after its maker in every record; it ends with the sign-in that made it. @throws 422 for scopes above the caller's own rights. */
export async function createPlaygroundKey(
  platform: Platform,
  context: OrgContext,
  { scopes, expiresAt }: { scopes: readonly KeyScope[]; expiresAt: Date },
): Promise<{ id: string; name: string; plainKey: string }> {
  const { tx, caller, actor } = context
  checkBounds(platform, context, { scopes })
  // Making it asks for no recent sign-in, so it cannot stand in place of one.
  const errors = scopes.flatMap((scope, index) =>
    isInPlaceOfSignIn(scope) ? [{ path: `scopes.${index}`, message: 'Only an API key or an assistant can have this scope' }] : [],
  )
  if (errors.length > 0) throw invalid(errors)
  await deleteEndedTokens(tx, platform.clock.now())
  const plainKey = newApiKey('playground')
  const key = { id: newId(), name: `API playground: ${actor.name}` }
  await insertKey(tx, {
    ...key,
    kind: 'playground',
    agentId: null,
    scopes,
    expiresAt: expiresAt.toISOString(),
    allowedAddresses: [],
    rateLimitPerHour: null,
    prefix: plainKey.slice(0, 8),
    last4: plainKey.slice(-4),
    hash: hashToken(plainKey),
    createdBy: caller.userId,
    createdByName: actor.name,
    familyId: caller.familyId,
  })
  return { ...key, plainKey }
}

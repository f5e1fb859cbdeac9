import { isInPlaceOfSignIn, keyScopes } from '@imperium/contract/permissions.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { KeyIdentity } from '../../auth/key-context.ts'
import { requireRecentSignIn } from '../recent-sign-in.ts'
import type { Exchange, Identified } from './exchange.ts'

/** @throws 403 REAUTHENTICATION_REQUIRED when the operation needs a recent sign-in. */
export function confirmRecentSignIn({ platform, operation: { endpoint }, identity: { caller, key } }: Exchange & Identified): void {
  if (endpoint.recentSignIn && !isKeyWithOwnScope(endpoint, key)) requireRecentSignIn(platform, caller)
}

/**
 * A program cannot sign in: a scope of its own stands in place of it, given in a recent sign-in, and `checkPermission` asks for it. A key
 * that a session made on the way (the API playground) was given without one.
 */
const isKeyWithOwnScope = ({ access }: Endpoint, key: KeyIdentity | null): boolean =>
  key !== null && !key.isOfSession && keyScopes.some((scope) => scope === access && isInPlaceOfSignIn(scope))

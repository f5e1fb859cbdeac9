import { isApiKey } from '../crypto/api-key-format.ts'
import type { Caller, Credentials } from '../auth/auth-context.ts'
import type { KeyHolder, KeyIdentity } from '../auth/key-context.ts'
import { unauthenticated } from '../errors.ts'
import type { Platform } from '../platform.ts'

/** The identity of a request: a user by a session, or a program by an API key; then `caller` is the key's creator. */
export interface Identity {
  caller: Caller
  key: KeyIdentity | null
}

interface Where {
  ipAddress: string
  viaV1: boolean
}

/** A key works only for `/api/v1`: elsewhere it counts as an unknown session token. */
const keyOf = ({ bearer }: Credentials, { viaV1 }: Where): string | null => (viaV1 && bearer && isApiKey(bearer) ? bearer : null)

/** A token for `/mcp` has that audience alone. @throws 401 */
function forApi(holder: KeyHolder): KeyHolder {
  if (holder.key.connectionId !== null) throw unauthenticated('This API key is not valid.')
  return holder
}

/** @throws 401 without a valid session or key; 403 for a key from an address that it does not allow. */
export async function identify({ auth, keys }: Platform, credentials: Credentials, where: Where): Promise<Identity> {
  const plainKey = keyOf(credentials, where)
  return plainKey ? forApi(await keys.authenticate(plainKey, where.ipAddress)) : { caller: await auth.authenticate(credentials), key: null }
}

/** The same check for a response that is still streaming. */
export async function identifyAgain({ auth, keys }: Platform, credentials: Credentials, where: Where): Promise<Identity> {
  const plainKey = keyOf(credentials, where)
  return plainKey
    ? forApi(await keys.recheckCaller(plainKey, where.ipAddress))
    : { caller: await auth.recheckCaller(credentials), key: null }
}

import { isApiKey } from '../crypto/api-key-format.ts'
import type { Caller, Credentials } from '../auth/auth-context.ts'
import type { KeyIdentity } from '../auth/key-context.ts'
import type { Platform } from '../platform.ts'

/** Who asks: a person by a session, or a program by an API key, whose `caller` is then the person who made it. */
export interface Identity {
  caller: Caller
  key: KeyIdentity | null
}

interface Where {
  ipAddress: string
  viaV1: boolean
}

/** A key opens `/api/v1` and nothing else: elsewhere it is a session token that does not exist. */
const keyOf = ({ bearer }: Credentials, { viaV1 }: Where): string | null => (viaV1 && bearer && isApiKey(bearer) ? bearer : null)

/** @throws 401 for who is nobody; 403 for a key from an address it does not allow. */
export async function identify({ auth, keys }: Platform, credentials: Credentials, where: Where): Promise<Identity> {
  const plainKey = keyOf(credentials, where)
  return plainKey ? keys.authenticate(plainKey, where.ipAddress) : { caller: await auth.authenticate(credentials), key: null }
}

/** The same as of now, for an answer that is still being sent. */
export async function identifyAgain({ auth, keys }: Platform, credentials: Credentials, where: Where): Promise<Identity> {
  const plainKey = keyOf(credentials, where)
  return plainKey ? keys.lookAgain(plainKey, where.ipAddress) : { caller: await auth.lookAgain(credentials), key: null }
}

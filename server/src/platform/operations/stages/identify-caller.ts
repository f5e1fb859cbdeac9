import { identify } from '../identify.ts'
import { readCredentials } from '../request.ts'
import type { Exchange, Identified } from './exchange.ts'

/** @throws 401 without valid credentials; 403 for a key from an address it does not allow. */
export async function identifyCaller({ platform, operation, request, context }: Exchange): Promise<Identified> {
  const credentials = readCredentials(platform, request, operation.endpoint)
  const identity = await identify(platform, credentials, context)
  const { userId, firstName, lastName } = identity.caller
  return { identity, credentials, actor: { kind: 'user', id: userId, name: `${firstName} ${lastName}` } }
}

import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Exchange, Identified } from './exchange.ts'

/** A write may have changed the cached caller. Other processes follow by signal; this one must read its own write immediately. */
export function invalidateCachedCaller({ platform, operation, identity }: Exchange & Identified): void {
  if (isWrite(operation.endpoint)) platform.auth.invalidate(identity.caller.userId)
}

import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Exchange, Identified } from './exchange.ts'

/** A write may have changed the cached caller. Other processes follow by signal; this one must read its own write immediately. */
export function forgetCachedCaller({ platform, operation, identity }: Exchange & Identified): void {
  if (isWrite(operation.endpoint)) platform.auth.forget(identity.caller.userId)
}

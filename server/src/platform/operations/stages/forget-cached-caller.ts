import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Exchange, Identified } from './exchange.ts'

/** A write may have changed what is cached of the caller. Other processes hear of it by signal; this one reads its own write at once. */
export function forgetCachedCaller({ platform, operation, identity }: Exchange & Identified): void {
  if (isWrite(operation.endpoint)) platform.auth.forget(identity.caller.userId)
}

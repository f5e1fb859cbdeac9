import { requireRecentSignIn } from '../recent-sign-in.ts'
import type { Exchange, Identified } from './exchange.ts'

/** @throws 403 REAUTHENTICATION_REQUIRED where the operation needs a fresh proof of identity. */
export function confirmRecentSignIn({ platform, operation, identity }: Exchange & Identified): void {
  if (operation.endpoint.recentSignIn) requireRecentSignIn(platform, identity.caller)
}

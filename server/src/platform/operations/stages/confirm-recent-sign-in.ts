import { requireRecentSignIn } from '../recent-sign-in.ts'
import type { Exchange, Identified } from './exchange.ts'

/** @throws 403 REAUTHENTICATION_REQUIRED when the operation needs a recent sign-in. */
export function confirmRecentSignIn({ platform, operation, identity }: Exchange & Identified): void {
  if (operation.endpoint.recentSignIn) requireRecentSignIn(platform, identity.caller)
}

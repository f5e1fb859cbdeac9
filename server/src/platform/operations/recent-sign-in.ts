import type { Caller } from '../auth/auth-context.ts'
import { forbidden } from '../errors.ts'
import type { Platform } from '../platform.ts'

const recentMs = 10 * 60_000

/** Sensitive operations require a recent sign-in (SEC-14). @throws 403 REAUTHENTICATION_REQUIRED */
export function requireRecentSignIn({ clock }: Pick<Platform, 'clock'>, caller: Caller): void {
  if (clock.now().getTime() - caller.authenticatedAt.getTime() > recentMs)
    throw forbidden('Please confirm your identity.', 'REAUTHENTICATION_REQUIRED')
}

import type { Caller } from '../auth/auth-context.ts'
import { forbidden } from '../errors.ts'

/** Until somebody proved the address of the account, it may be a stranger's: nobody else is let in or written to by it. @throws 403 EMAIL_NOT_VERIFIED */
export function requireProvedAddress({ emailVerified }: Pick<Caller, 'emailVerified'>): void {
  if (!emailVerified) throw forbidden('Please verify your own email address first.', 'EMAIL_NOT_VERIFIED')
}

import type { Caller } from '../auth/auth-context.ts'
import { forbidden } from '../errors.ts'

/** An unverified address may belong to another user: it must not give access or be written to. @throws 403 EMAIL_NOT_VERIFIED */
export function requireProvedAddress({ emailVerified }: Pick<Caller, 'emailVerified'>): void {
  if (!emailVerified) throw forbidden('Please verify your own email address first.', 'EMAIL_NOT_VERIFIED')
}

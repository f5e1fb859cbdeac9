import type { Caller } from '../auth/auth-context.ts'
import { forbidden } from '../errors.ts'

type Addressed = Pick<Caller, 'emailVerified'>

const messages = { unproved: 'Please verify your own email address first.' }

/** Why the caller may not write to others yet; null where nothing is in the way. */
export const unprovedAddress = ({ emailVerified }: Addressed): string | null => (emailVerified ? null : messages.unproved)

/** An unverified address may belong to another user: it must not give access or be written to. @throws 403 EMAIL_NOT_VERIFIED */
export function requireProvedAddress(caller: Addressed): void {
  const reason = unprovedAddress(caller)
  if (reason) throw forbidden(reason, 'EMAIL_NOT_VERIFIED')
}

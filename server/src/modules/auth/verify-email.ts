import type { Language } from '@imperium/contract/languages.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { SignedInContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueAccountEmail } from '../../platform/mail/account-email.ts'
import { writeVerificationEmail } from './emails.ts'
import { issueToken, spendToken } from './one-time-token-store.ts'
import { proveAddress } from './prove-address.ts'
import { findAccountById } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

const linkMinutes = 24 * 60

/** Mails the link that proves an address; an earlier one stops working. */
export async function mailVerificationLink(
  platform: Platform,
  tx: AuthTx,
  { userId, email, language }: { userId: string; email: string; language: Language },
): Promise<void> {
  const token = await issueToken(tx, { userId, purpose: 'verify-email', email, minutes: linkMinutes, now: platform.clock.now() })
  const emailMessage = writeVerificationEmail({ language, publicUrl: platform.config.publicUrl }, token)
  await queueAccountEmail(platform, tx, { userId, to: email }, emailMessage)
}

/** Emails the link again, unless the address is verified by now. */
export async function resendVerification(platform: Platform, { tx, caller }: SignedInContext): Promise<{ sent: boolean }> {
  if (caller.emailVerified) return { sent: false }
  await mailVerificationLink(platform, tx, { userId: caller.userId, email: caller.email, language: caller.preferences.language })
  return { sent: true }
}

/**
 * Verifies the caller's address. Only the account's own session can: a stranger who registered the address must not profit from its owner,
 * or a mail scanner, opening the link. @throws 422 for an invalid or used link, of another account, or for an address no longer set.
 */
export async function verifyEmail(platform: Platform, { tx, caller, audit }: SignedInContext, token: string): Promise<null> {
  const now = platform.clock.now()
  const used = await spendToken(tx, token, 'verify-email', now)
  const account = used && (await findAccountById(tx, used.userId))
  // The error rolls back the use of the link.
  if (account?.id !== caller.userId || account.email !== used?.email)
    throw invalid([{ path: 'token', message: 'This link is no longer valid. Please ask for a new one.' }])
  await proveAddress(tx, account.id, now)
  await signal(tx, accessChanged({ userId: account.id }))
  audit({ targetId: account.id })
  return null
}

import type { Caller } from '../../platform/auth/auth-context.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { limitEmails } from '../../platform/mail/limit-emails.ts'
import { signal } from '../../platform/events/live.ts'
import type { SignedInContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueAccountEmail } from '../../platform/mail/account-email.ts'
import { changeEmail, findAccount, findPerson, issueToken, spendToken } from '../auth/index.ts'
import { writeAccountEmail } from './write-account-email.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

const minutes = 60

/**
 * Emails a link to the requested address and a notice to the current one. The response does not reveal whether the requested address
 * has an account: only its own mailbox learns that (SEC-5).
 */
export async function requestEmail(platform: Platform, tx: AuthTx, caller: Caller, email: string): Promise<void> {
  if (email === caller.email) throw invalid([{ path: 'email', message: 'This is already your address' }])
  await limitEmails(platform.db, email)
  const { language } = caller.preferences
  const post = (to: string, emailMessage: ReturnType<typeof writeAccountEmail>, userId = caller.userId) =>
    queueAccountEmail(platform, tx, { userId, to }, emailMessage)
  await post(caller.email, writeAccountEmail('emailRequested', { language, values: { email } }))
  const owner = await findAccount(tx, email)
  const now = platform.clock.now()
  // The same row is written in both cases, so that neither the profile page nor the timing differs.
  const token = await issueToken(tx, { userId: caller.userId, purpose: 'change-email', email, minutes, now })
  if (owner) return post(email, writeAccountEmail('emailTaken', { language: languageOf(owner.language) }), owner.id)
  const url = `${platform.config.publicUrl}/confirm-email#token=${token}`
  await post(email, writeAccountEmail('confirmEmail', { language, url }))
}

// The table's check limits it to the values of the contract.
const languageOf = (stored: string) => stored as Parameters<typeof writeAccountEmail>[1]['language']

const badLink = () => invalid([{ path: 'token', message: 'This link is no longer valid. Please ask for a new one.' }])

/**
 * The link works only in a browser signed in to the account: that proves mailbox and account. A stranger's account does not take an address
 * over because its owner opens a link. The earlier address is notified.
 */
export async function confirmEmail(platform: Platform, { tx, caller, audit }: SignedInContext, token: string): Promise<{ email: string }> {
  const now = platform.clock.now()
  const used = await spendToken(tx, token, 'change-email', now)
  const person = used && (await findPerson(tx, used.userId))
  // The error rolls back the use of the link.
  if (!used || person?.id !== caller.userId || person.status !== 'ACTIVE') throw badLink()
  if (!(await changeEmail(tx, person.id, used.email, now))) throw badLink()
  const emailMessage = writeAccountEmail('emailChanged', { language: person.preferences.language, values: { email: used.email } })
  await queueAccountEmail(platform, tx, { userId: person.id, to: person.email }, emailMessage)
  await signal(tx, accessChanged({ userId: person.id }))
  audit({ targetId: person.id, before: { email: person.email }, after: { email: used.email } })
  return { email: used.email }
}

import type { FactorChange } from '@imperium/contract/auth/two-factor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { accountName } from '../../../platform/mail/account-email.ts'
import { productName } from '../../../platform/text/product-name.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { changeFactor } from './change-factor.ts'
import type { CallerContext } from './change-factor.ts'
import { countGuess, forgiveGuesses } from './limit-guesses.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { confirmTotp, deleteTotp, findTotp, putPendingTotp, consumeTotpStep } from './store.ts'
import { isTotpCode, plainCode, totpPlace } from './typed-codes.ts'

const setupMs = 30 * 60_000

/** Loaded with the first code: at rest it would only take memory. */
const totp = () => import('./totp.ts')

export const wrongCode = () => invalid([{ path: 'code', message: 'That code is incorrect.' }])

/** Creates a secret for an authenticator app. The current one stays valid until the new one is confirmed. */
export async function setUpAuthenticator(platform: Platform, { caller, tx }: SignedInContext): Promise<{ uri: string; secret: string }> {
  const { newTotpSecret, totpUri } = await totp()
  const secret = newTotpSecret()
  const sealed = platform.keyRing.encrypt(secret, totpPlace(caller.userId))
  await putPendingTotp(tx, caller.userId, sealed, platform.clock.now())
  const issuer = (await accountName(platform, tx, caller.userId))?.name ?? productName
  return { uri: totpUri(secret, caller.email, issuer), secret }
}

/** Confirms the app that was set up in the last half hour, by its first code. @throws 409 without one, 422 for a wrong code. */
export async function enableAuthenticator(platform: Platform, context: CallerContext, typed: string): Promise<FactorChange> {
  const { userId } = context.caller
  await countGuess(platform, userId)
  const change = await platform.db.withAuth(async (tx) => {
    const now = platform.clock.now()
    const found = await findTotp(tx, userId)
    const sealed = found?.pending_secret
    if (!sealed || !found.pending_at || now.getTime() - found.pending_at.getTime() > setupMs)
      throw conflict('This setup has expired. Start it again.')
    const code = plainCode(typed)
    const { matchStep } = await totp()
    const step = isTotpCode(code) ? matchStep(platform.keyRing.decrypt(sealed, totpPlace(userId)), code, now) : null
    if (step === null) throw wrongCode()
    return changeFactor(platform, context, tx, 'authenticatorAdded', async () => {
      if (!(await confirmTotp(tx, userId, sealed, step, now))) throw conflict('This setup has expired. Start it again.')
    })
  })
  await forgiveGuesses(platform, userId)
  return change
}

/** Removes the authenticator app; asks for a code even after a recent sign-in (R22). @throws 409 without one, 422 for a wrong code. */
export async function disableAuthenticator(platform: Platform, context: CallerContext, typed: string): Promise<FactorChange> {
  const { userId } = context.caller
  return proveWithCode(platform, context, typed, async (tx) => {
    if (!(await findTotp(tx, userId))?.confirmed_at) throw conflict('No authenticator app is set up.')
    return changeFactor(platform, context, tx, 'authenticatorRemoved', () => deleteTotp(tx, userId))
  })
}

/**
 * Runs `work` in a transaction that consumed a code of the signed-in user.
 * @throws 422 for a wrong one, which is counted and audited.
 */
export async function proveWithCode<T>(
  platform: Platform,
  context: CallerContext,
  typed: string,
  work: (tx: AuthTx) => Promise<T>,
): Promise<T> {
  const { caller } = context
  const code = plainCode(typed)
  if (isTotpCode(code)) await countGuess(platform, caller.userId)
  const done = await platform.db.withAuth(async (tx) =>
    (await spendCode(platform, tx, caller.userId, code)) ? { result: await work(tx) } : null,
  )
  if (!done) {
    await platform.db.withAuth((tx) => recordWrongCode(tx, context))
    throw wrongCode()
  }
  if (isTotpCode(code)) await forgiveGuesses(platform, caller.userId)
  return done.result
}

const recordWrongCode = (tx: AuthTx, { caller, ipAddress, userAgent, requestId }: CallerContext) =>
  recordAudit(tx, null, {
    actor: { kind: 'user', id: caller.userId, name: `${caller.firstName} ${caller.lastName}` },
    action: 'two-factor.wrongCode',
    target: { kind: 'user', id: caller.userId },
    outcome: 'refused',
    ipAddress,
    userAgent,
    requestId,
  })

/** Uses up a code of the app, or a recovery code; null for a wrong, old or used one. `code` is plain (`plainCode`). */
export async function spendCode(platform: Platform, tx: AuthTx, userId: string, code: string): Promise<'totp' | 'recovery' | null> {
  const now = platform.clock.now()
  if (!isTotpCode(code)) return (await spendRecoveryCode(tx, userId, code, now)) ? 'recovery' : null
  const found = await findTotp(tx, userId)
  if (!found?.confirmed_at || !found.sealed_secret) return null
  const { matchStep } = await totp()
  const step = matchStep(platform.keyRing.decrypt(found.sealed_secret, totpPlace(userId)), code, now)
  return step !== null && (await consumeTotpStep(tx, userId, found.sealed_secret, step)) ? 'totp' : null
}

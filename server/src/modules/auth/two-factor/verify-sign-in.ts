import type { Session } from '@imperium/contract/auth/auth.ts'
import type { PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import type { z } from 'zod'
import type { PasskeyAssertion } from '@imperium/contract/auth/passkeys.ts'
import { dateReaderOf } from '../date-reader.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { completeSignIn } from '../sign-in.ts'
import type { ProvedIdentity } from '../sign-in.ts'
import { findAccountById, recordLogin } from '../store.ts'
import type { Account } from '../store.ts'
import { spendCode } from './authenticator.ts'
import { ceremonyMs, countFailure, endWaitingSignIn, lockWaitingSignIn, mostFailures, setQuestion } from './challenge-store.ts'
import type { WaitingSignIn } from './challenge-store.ts'
import { countGuess, forgiveGuesses, mayWarn } from './limit-guesses.ts'
import { postNotice } from './notices.ts'
import { createPasskeyRequest, judgeAssertion } from './passkeys.ts'
import { isTotpCode, plainCode } from './typed-codes.ts'

const expired = () => new AppError('CHALLENGE_EXPIRED', 401, 'This sign-in has expired. Please sign in again.')
const wrong = (path: 'code' | 'credential', message: string) => new AppError('WRONG_FACTOR', 401, message, { errors: [{ path, message }] })

type Verdict = { session: Session } | { failures: number; account: Account } | null

/** Finishes a sign-in with a code. @throws 401 for a wrong one, of which five end the sign-in; 429 while guessing is limited. */
export async function verifyCode(
  platform: Platform,
  context: PublicContext,
  body: { challengeToken: string; code: string },
): Promise<Session> {
  const code = plainCode(body.code)
  const waiting = await platform.db.withAuth((tx) => lockWaitingSignIn(tx, body.challengeToken, platform.clock.now()))
  if (!waiting) throw expired()
  // Before the transaction that locks the sign-in: it takes its own connection.
  if (isTotpCode(code)) await countGuess(platform, waiting.user_id)
  const session = await judge(platform, context, body.challengeToken, 'code', async (tx, { account }) => {
    const factor = await spendCode(platform, tx, account.id, code)
    if (factor === 'recovery') await notifyOfRecoveryCode(platform, context, tx, account)
    return factor !== null
  })
  if (isTotpCode(code)) await forgiveGuesses(platform, waiting.user_id)
  return session
}

export async function beginVerifyPasskey(platform: Platform, challengeToken: string): Promise<{ options: PasskeyRequestOptions }> {
  const options = await platform.db.withAuth(async (tx) => {
    const now = platform.clock.now()
    const waiting = await lockWaitingSignIn(tx, challengeToken, now)
    if (!waiting) return null
    const request = await createPasskeyRequest(platform, tx, waiting.user_id)
    if (request) await setQuestion(tx, waiting.id, { challenge: request.challenge, expiresAt: new Date(now.getTime() + ceremonyMs) })
    return request ?? 'none'
  })
  if (!options) throw expired()
  if (options === 'none') throw wrong('credential', 'This account has no passkey.')
  return { options }
}

/** Completes a sign-in with a passkey. Each challenge is answered once, right or wrong. @throws 401 */
export const verifyPasskey = (
  platform: Platform,
  context: PublicContext,
  body: { challengeToken: string; credential: z.output<typeof PasskeyAssertion> },
): Promise<Session> =>
  judge(platform, context, body.challengeToken, 'credential', async (tx, { waiting, account }) => {
    const isOpen = waiting.webauthn_expires_at !== null && waiting.webauthn_expires_at > platform.clock.now()
    if (!waiting.webauthn_challenge || !isOpen) return false
    await setQuestion(tx, waiting.id, null)
    const judged = await judgeAssertion(platform, context, tx, {
      credential: body.credential,
      challenge: waiting.webauthn_challenge,
      userId: account.id,
      userVerification: false,
    })
    return judged !== null
  })

/** For both methods: locks the sign-in, checks it, and ends it with the right answer or the fifth wrong one; wrong ones are audited. */
async function judge(
  platform: Platform,
  context: PublicContext,
  token: string,
  path: 'code' | 'credential',
  isRight: (tx: AuthTx, known: { waiting: WaitingSignIn; account: Account }) => Promise<boolean>,
): Promise<Session> {
  const verdict = await platform.db.withAuth(async (tx): Promise<Verdict> => {
    const now = platform.clock.now()
    const waiting = await lockWaitingSignIn(tx, token, now)
    const account = waiting && (await findAccountById(tx, waiting.user_id))
    // The account may have been disabled, or its factors reset, since the password was right.
    if (!waiting || account?.status !== 'ACTIVE' || !account.second_factor_at) return null
    if (!(await isRight(tx, { waiting, account }))) {
      const failures = await countFailure(tx, waiting.id)
      await recordFailure(tx, context, account)
      return { failures, account }
    }
    await endWaitingSignIn(tx, waiting.id, now)
    return { session: await beginSession(platform, context, tx, { account, method: methodOf(waiting), ...orgOf(waiting) }) }
  })
  if (!verdict) throw expired()
  if ('session' in verdict) return verdict.session
  const isOver = verdict.failures >= mostFailures
  if (isOver) await warn(platform, context, verdict.account)
  throw isOver
    ? new AppError('CHALLENGE_EXPIRED', 401, 'Too many wrong answers. Please sign in again.')
    : wrong(path, path === 'code' ? 'That code is incorrect.' : 'That passkey was not accepted.')
}

/** Begins a session for a user who proved two factors. */
export async function beginSession(platform: Platform, context: PublicContext, tx: AuthTx, proved: ProvedIdentity): Promise<Session> {
  const response = await completeSignIn(platform, context, tx, { ...proved, isStrong: true })
  if ('challenge' in response) throw new Error('A sign-in with two factors was asked for another.')
  return response
}

// The column holds what `completeSignIn` wrote into it.
const methodOf = (waiting: WaitingSignIn) => (waiting.method ?? 'password') as ProvedIdentity['method']
const orgOf = (waiting: WaitingSignIn) => (waiting.begin_org_id ? { orgId: waiting.begin_org_id } : {})

async function recordFailure(tx: AuthTx, context: PublicContext, account: Account): Promise<void> {
  const { ipAddress, userAgent, requestId } = context
  await recordLogin(tx, { userId: account.id, ipAddress, userAgent, success: false, reason: 'wrong second factor' })
  await recordAudit(tx, null, {
    actor: { kind: 'anonymous', id: null, name: 'Anonymous' },
    action: 'two-factor.verify',
    target: { kind: 'user', id: account.id },
    outcome: 'refused',
    ipAddress,
    userAgent,
    requestId,
  })
}

async function notifyOfRecoveryCode(platform: Platform, context: PublicContext, tx: AuthTx, account: Account): Promise<void> {
  await postNotice(platform, tx, recipientOf(account), context, 'recoveryCodeUsed')
  await recordAudit(tx, null, {
    actor: { kind: 'user', id: account.id, name: `${account.first_name} ${account.last_name}` },
    action: 'two-factor.takeRecoveryCode',
    target: { kind: 'user', id: account.id },
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    requestId: context.requestId,
  })
}

/** Five wrong codes mean that the sender knows the first factor: warn the owner. */
async function warn(platform: Platform, context: PublicContext, account: Account): Promise<void> {
  if (!(await mayWarn(platform, account.id))) return
  await platform.db.withAuth((tx) => postNotice(platform, tx, recipientOf(account), context, 'wrongAnswers'))
}

const recipientOf = (account: Account) => ({
  userId: account.id,
  email: account.email,
  preferences: dateReaderOf(account),
})

import type { Session } from '@imperium/contract/auth/auth.ts'
import type { FactorChange } from '@imperium/contract/auth/two-factor.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { chooseOrganization } from '../../../platform/auth/auth-context.ts'
import type { Caller } from '../../../platform/auth/auth-context.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { conflict, unauthenticated } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listMemberships } from '../../organizations/index.ts'
import { ownerOfCaller, startSession } from '../start-session.ts'
import { endSession, listFactors } from '../store.ts'
import { postNotice } from './notices.ts'
import type { Notice } from './notices.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { deleteTotp, endSessionsExcept, lockAccount, replaceRecoveryCodes, setSecondFactor } from './store.ts'
import { accessChanged } from '../../../platform/auth/access-signals.ts'

export type CallerContext = Omit<SignedInContext, 'tx'>

/**
 * Changes second factors; nothing if `change` throws. Recovery codes come with the first and go with the last; other sessions end, this one
 * gets a new token (SEC-10, SEC-13); the user gets an email. @throws 409 if an organization of the user requires the last factor.
 */
export async function changeFactor(
  platform: Platform,
  context: CallerContext,
  tx: AuthTx,
  notice: Notice,
  change: () => Promise<unknown>,
  options: { renewCodes?: boolean } = {},
): Promise<FactorChange> {
  const { caller } = context
  const now = platform.clock.now()
  const before = await lockAccount(tx, caller.userId)
  if (!before) throw unauthenticated()
  await change()
  const factors = await listFactors(tx, caller.userId)
  const hasFactor = factors.totp || factors.passkey
  if (!hasFactor) await refuseWhileRequired(tx, caller)
  if (hasFactor !== before.hasSecondFactor) await setSecondFactor(tx, caller.userId, hasFactor ? now : null)
  const isFirst = hasFactor && !before.hasSecondFactor
  const recoveryCodes = isFirst || options.renewCodes ? await issueRecoveryCodes(tx, caller.userId) : null
  if (!hasFactor) {
    await replaceRecoveryCodes(tx, caller.userId, [])
    // Deletes a secret that was set up but never confirmed.
    await deleteTotp(tx, caller.userId)
  }
  await endSessionsExcept(tx, caller.userId, caller.sessionId, 'second factor changed', now)
  const session = await replaceSession(platform, context, tx, { hasSecondFactor: hasFactor })
  await postNotice(platform, tx, caller, context, notice)
  return { session, recoveryCodes }
}

async function refuseWhileRequired(tx: AuthTx, caller: Caller): Promise<void> {
  const requiring = (await listMemberships(tx, caller.userId)).find((each) => each.requiresTwoFactor)
  if (!requiring) return
  throw conflict(
    message('{organization} requires two-factor authentication. Add another factor before you remove your last one.', {
      organization: requiring.name,
    }),
  )
}

/**
 * Ends the caller's session and continues it under a new token. A request in flight with the old token is refused,
 * but is not treated as theft.
 */
export async function replaceSession(
  platform: Platform,
  context: CallerContext,
  tx: AuthTx,
  change: { hasSecondFactor?: boolean; authenticatedAt?: Date },
): Promise<Session> {
  const { caller } = context
  if (!(await endSession(tx, caller.userId, caller.sessionId, 'replaced'))) throw unauthenticated()
  await signal(tx, accessChanged({ userId: caller.userId }))
  return startSession(platform, context, tx, {
    user: { ...ownerOfCaller(caller), hasSecondFactor: change.hasSecondFactor ?? caller.hasSecondFactor },
    organization: chooseOrganization(caller, undefined),
    familyId: caller.familyId,
    transport: caller.transport,
    method: caller.method,
    ssoOrgId: caller.ssoOrgId,
    authenticatedAt: change.authenticatedAt ?? caller.authenticatedAt,
  })
}

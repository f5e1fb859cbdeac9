import { auth } from '@imperium/contract/auth/auth.ts'
import { chooseOrganization } from '../../platform/auth/auth-context.ts'
import { notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { SignedInContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { login } from './login.ts'
import { changePassword } from './password/change-password.ts'
import { readPasswordPolicy } from './password/choose-password.ts'
import { reauthenticate } from './password/confirm-password.ts'
import { forgotPassword } from './password/forgot-password.ts'
import { resetPassword } from './password/reset-password.ts'
import { refresh } from './refresh.ts'
import { register } from './register.ts'
import { listOwnLogins, listOwnSessions } from './sessions/list-sessions.ts'
import { ownerOfCaller, toUser } from './start-session.ts'
import { endSession } from './store.ts'
import { endSessionsExcept } from './two-factor/store.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

export const authOperations = (platform: Platform) =>
  bindOperations(auth, {
    register: ({ body }, context) => register(platform, context, body),
    login: ({ body }, context) => login(platform, context, body),
    logout: async (_input, { tx, caller, setSessionCookie, audit }) => {
      await endSession(tx, caller.userId, caller.sessionId, 'logout')
      await signal(tx, accessChanged({ userId: caller.userId }))
      setSessionCookie(null)
      audit({ targetId: caller.sessionId })
      return null
    },
    profile: async (_input, { caller, header }) => {
      const organization = chooseOrganization(caller, header('x-tenant')) ?? chooseOrganization(caller, undefined)
      return toUser(ownerOfCaller(caller), organization, {
        now: platform.clock.now(),
        ssoOrgId: caller.ssoOrgId,
        isHeld: platform.hold.isOn(),
      })
    },
    refresh: (_input, context) => refresh(platform, context),
    verifyEmail: ({ body }, context) => verifyEmail(platform, context, body.token),
    resendVerification: (_input, context) => resendVerification(platform, context),
    forgotPassword: async ({ body }) => {
      await forgotPassword(platform, body.email)
      return null
    },
    resetPassword: async ({ body }, context) => {
      await resetPassword(platform, context, body)
      return null
    },
    changePassword: ({ body }, context) => changePassword(platform, context, body),
    passwordPolicy: (_input, { tx, caller }) => readPasswordPolicy(tx, caller.userId),
    reauthenticate: ({ body }, context) => reauthenticate(platform, context, body.password),
    sessions: (_input, context) => listOwnSessions(platform, context),
    endSession: async ({ params }, { tx, caller, audit }) => {
      if (!(await endSession(tx, caller.userId, params.id, 'ended by the user'))) throw notFound()
      await signal(tx, accessChanged({ userId: caller.userId }))
      audit({ targetId: params.id })
      return null
    },
    endOtherSessions: (_input, context) => endOtherSessions(platform, context),
    loginHistory: ({ query }, context) => listOwnLogins(platform, context, query),
  })

async function endOtherSessions({ clock }: Platform, { tx, caller, audit }: SignedInContext): Promise<{ ended: number }> {
  const ended = await endSessionsExcept(tx, caller.userId, caller.sessionId, 'ended by the user', clock.now())
  await signal(tx, accessChanged({ userId: caller.userId }))
  audit({ targetId: caller.userId, after: { ended } })
  return { ended }
}

import { auth } from '@imperium/contract/auth/auth.ts'
import { security } from '@imperium/contract/auth/security.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

export const sessionsQuery = { ...query(auth.sessions), meta: { silent: true }, staleTime: 10_000 }

export const endSessionMutation = mutation(auth.endSession, {
  success: t('Session ended'),
  failure: t('The session could not be ended'),
  invalidates: [keyOf(auth.sessions)],
})
export const endOtherSessionsMutation = mutation(auth.endOtherSessions, {
  success: t('All other sessions ended'),
  failure: t('The sessions could not be ended'),
  invalidates: [keyOf(auth.sessions)],
})

export const loginHistoryPages = { ...pages(auth.loginHistory, { query: { limit: 50 } }), meta: { silent: true }, staleTime: 10_000 }

export const policyQuery = { ...query(security.readPolicy), meta: { silent: true } }
/** Field errors are shown in the form. */
export const updatePolicyMutation = mutation(security.updatePolicy, {
  success: t('Password policy saved'),
  failure: t('The password policy could not be saved'),
  invalidates: [keyOf(security.readPolicy), keyOf(auth.passwordPolicy), keyOf(auth.profile)],
})

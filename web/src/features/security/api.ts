import { auth } from '@imperium/contract/auth.ts'
import { keyOf, mutation, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

export const sessionsQuery = { ...query(auth.sessions), meta: { silent: true }, staleTime: 10_000 }

export const endSessionMutation = mutation(auth.endSession, {
  success: t('Session ended'),
  failure: t('The session could not be ended'),
  invalidates: [keyOf(auth.sessions)],
})

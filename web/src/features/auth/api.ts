import { auth } from '@imperium/contract/auth/auth.ts'
import type { Session, SignInResponse } from '@imperium/contract/auth/auth.ts'
import { mutation } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery, startSession } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'

/** Stores the session of a sign-in and clears all data of an earlier session. */
export function adoptSession(session: Session, greeting: string): void {
  queryClient.clear()
  startSession(session)
  queryClient.setQueryData(profileQuery.queryKey, session.user)
  notify.success(greeting)
}

export const loginMutation = {
  ...mutation(auth.login, { failure: t('Login failed') }),
  onSuccess: (response: SignInResponse) => {
    if (!('challenge' in response)) adoptSession(response, t('Welcome back!'))
  },
}

export const registerMutation = {
  ...mutation(auth.register, { failure: t('Registration failed') }),
  onSuccess: (session: Session) => adoptSession(session, t('Welcome to Imperium!')),
}

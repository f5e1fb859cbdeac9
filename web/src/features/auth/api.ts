import { auth } from '@imperium/contract/auth.ts'
import type { Session } from '@imperium/contract/auth.ts'
import { mutation } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery, startSession } from '../../lib/session.ts'

/** Takes over what a sign-in answered; nothing of an earlier session stays in memory. */
function adoptSession(session: Session, greeting: string): void {
  queryClient.clear()
  startSession(session)
  queryClient.setQueryData(profileQuery.queryKey, session.user)
  notify.success(greeting)
}

export const loginMutation = {
  ...mutation(auth.login, { failure: 'Login failed' }),
  onSuccess: (session: Session) => adoptSession(session, 'Welcome back!'),
}

export const registerMutation = {
  ...mutation(auth.register, { failure: 'Registration failed' }),
  onSuccess: (session: Session) => adoptSession(session, 'Welcome to Imperium!'),
}

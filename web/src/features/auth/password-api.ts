import { auth } from '@imperium/contract/auth/auth.ts'
import type { Session } from '@imperium/contract/auth/auth.ts'
import { mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery, rememberUser } from '../../lib/session.ts'
import { storageKeys, writeStored } from '../../lib/storage.ts'
import { t } from '../../lib/words.ts'

export const forgotPasswordMutation = mutation(auth.forgotPassword, { failure: t('The link could not be requested') })
/** Field messages and a dead link are shown on the page. */
export const resetPasswordMutation = mutation(auth.resetPassword, { silent: true })
export const resendVerificationMutation = mutation(auth.resendVerification, { failure: t('The email could not be sent') })

export const passwordPolicyQuery = { ...query(auth.passwordPolicy), meta: { silent: true }, staleTime: 60_000 }

/** The form shows its own failure messages. */
export const changePasswordMutation = {
  ...mutation(auth.changePassword, { silent: true }),
  onSuccess: (session: Session) => {
    // The same session under a new token: of it the browser keeps the handle.
    writeStored(storageKeys.token, session.token)
    rememberUser(session.user)
    void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
  },
}

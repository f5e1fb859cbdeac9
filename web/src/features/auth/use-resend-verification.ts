import { useMutation } from '@tanstack/react-query'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { resendVerificationMutation } from './password-api.ts'

/** Sends the link again; where the address is verified meanwhile, the session is read again instead. */
export function useResendVerification() {
  return useMutation({
    ...resendVerificationMutation,
    onSuccess: ({ sent }) => {
      if (sent) return notify.success(t('We sent you a new link. It works for 24 hours.'))
      return queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
  })
}

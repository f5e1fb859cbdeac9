import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery } from '../../lib/session.ts'
import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { resendVerificationMutation } from './password-api.ts'
import classes from './password.module.css'

/** Shown above the pages until the email address is verified. */
export function VerifyBanner() {
  const { email } = useUser()
  const resend = useMutation({
    ...resendVerificationMutation,
    onSuccess: ({ sent }) => {
      if (sent) return notify.success(t('We sent you a new link. It works for 24 hours.'))
      return queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
  })
  return (
    <section className={classes.banner} aria-label={t('Verify your email address')}>
      <p>{t('Verify your email address: open the link that we sent to {email}.', { email })}</p>
      <Button variant="default" size="xs" disabled={resend.isPending} onClick={() => resend.mutate({})}>
        {resend.isPending ? t('Sending...') : t('Send again')}
      </Button>
    </section>
  )
}

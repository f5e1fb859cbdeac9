import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../lib/session.ts'
import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { MailboxLink } from './mailbox-link.tsx'
import classes from './password.module.css'
import { useResendVerification } from './use-resend-verification.ts'

/** Shown above the pages until the email address is verified. */
export function VerifyBanner() {
  const { email } = useUser()
  const resend = useResendVerification()
  // The link is mostly opened in another tab: the banner goes as soon as this one is looked at again.
  useQuery({ ...profileQuery, refetchOnWindowFocus: 'always' })
  return (
    <section className={classes.banner} aria-label={t('Verify your email address')}>
      <p>
        {t('Verify your email address: open the link that we sent to {email}.', { email })} <MailboxLink />
      </p>
      <Button variant="default" size="xs" disabled={resend.isPending} onClick={() => resend.mutate({})}>
        {resend.isPending ? t('Sending...') : t('Send again')}
      </Button>
    </section>
  )
}

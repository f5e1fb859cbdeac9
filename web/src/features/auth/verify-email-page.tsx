import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '@imperium/contract/auth/auth.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { hasSession, profileQuery } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { linkToken } from './link-token.ts'
import { MailboxHint } from './mailbox-hint.tsx'
import classes from './auth.module.css'

/** The link is used once, however often the page is drawn. */
const verification = (token: string) => ({
  queryKey: ['auth', 'verifyEmail', token],
  queryFn: async () => {
    await call(auth.verifyEmail, { body: { token } })
    await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
    return true
  },
  enabled: token !== '' && hasSession(),
  staleTime: Infinity,
  retry: false,
  meta: { silent: true },
})

/** /verify-email#token=...: proves an address by opening the link that was mailed to it. */
export function VerifyEmailPage() {
  useDocumentTitle(t('Verify your email address'))
  const [token] = useState(linkToken)
  const { isSuccess, isPending, error, refetch } = useQuery(verification(token))
  if (token !== '' && !hasSession()) return <SignInFirst />
  if (token !== '' && isPending)
    return (
      <AuthFrame>
        <div aria-busy="true" aria-label={t('Loading')}>
          <Skeleton height={32} width="80%" />
          <Skeleton height={18} mt={10} />
        </div>
      </AuthFrame>
    )
  if (error && !(error instanceof ApiError && error.status === 422))
    return (
      <AuthFrame>
        <ErrorState plain error={error} title={t('Your address could not be verified')} onRetry={() => void refetch()} />
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <h1 className={classes.title}>{isSuccess ? t('Your email address is verified') : t('This link is no longer valid')}</h1>
      <p className={classes.lead}>
        {isSuccess
          ? t('Thank you. There is nothing else to do.')
          : t('A link works once and for 24 hours. Sign in to have a new one sent.')}
      </p>
      {!isSuccess && <MailboxHint />}
      <div className={classes.form}>
        <Button component={Link} to={hasSession() ? '/select-organization' : '/login'} fullWidth className={classes.submit}>
          {hasSession() ? t('Continue to Imperium') : t('Sign in')}
        </Button>
      </div>
    </AuthFrame>
  )
}

/** Only the signed-in account can verify its address: otherwise opening a link could confirm an account that another person registered. */
function SignInFirst() {
  return (
    <AuthFrame>
      <h1 className={classes.title}>{t('Verify your email address')}</h1>
      <p className={classes.lead}>{t('Sign in first, then open the link in the email again.')}</p>
      <div className={classes.form}>
        <Button component={Link} to="/login" fullWidth className={classes.submit}>
          {t('Sign in')}
        </Button>
      </div>
    </AuthFrame>
  )
}

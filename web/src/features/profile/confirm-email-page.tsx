import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryClient } from '../../lib/query-client.ts'
import { hasSession } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { LinkPage, valueOfLink } from '../../ui/page/link-page.tsx'
import { confirmEmailMutation } from './api.ts'

/** /confirm-email#token=...: the link emailed to a new address. Requires a click, because email scanners open links too. */
export function ConfirmEmailPage() {
  const confirm = useMutation({ ...confirmEmailMutation, onSuccess: () => queryClient.invalidateQueries() })
  if (confirm.isSuccess)
    return (
      <LinkPage title={t('Your email address is changed')} text={t('From now on you sign in with {email}.', { email: confirm.data.email })}>
        <Button component={Link} to="/dashboard" size="md" fullWidth>
          {t('Continue')}
        </Button>
      </LinkPage>
    )
  // Only the account itself takes an address over: see the operation.
  if (!hasSession())
    return (
      <LinkPage title={t('Confirm your new email address')} text={t('Sign in first, then open the link in the email again.')}>
        <Button component={Link} to="/login" size="md" fullWidth>
          {t('Sign in')}
        </Button>
      </LinkPage>
    )
  return (
    <LinkPage
      title={t('Confirm your new email address')}
      text={t('Your account moves to this address as soon as you confirm.')}
      error={confirm.error}
    >
      <Button size="md" fullWidth disabled={confirm.isPending} onClick={() => confirm.mutate({ body: { token: valueOfLink('token') } })}>
        {confirm.isPending ? t('Confirming...') : t('Confirm the address')}
      </Button>
    </LinkPage>
  )
}

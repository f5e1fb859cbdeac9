import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deletionGraceDays } from '@imperium/contract/auth/profile.ts'
import { formatDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clearSession } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { LinkPage, valueOfLink } from '../../ui/page/link-page.tsx'
import { confirmDeletionMutation } from './api.ts'
import classes from './profile.module.css'

/** /delete-account#token=...: the emailed confirmation link of an account deletion. */
export function DeleteAccountPage() {
  const confirm = useMutation({
    ...confirmDeletionMutation,
    onSuccess: () => {
      // Every session has ended, this one too.
      clearSession()
      queryClient.clear()
    },
  })
  if (confirm.isSuccess)
    return (
      <LinkPage
        title={t('Your account will be deleted')}
        text={t('On {date} it is erased. Until then you can sign in and keep it.', { date: formatDate(confirm.data.deletesAt) })}
      >
        <Button component={Link} to="/" variant="default" size="md" fullWidth>
          {t('Done')}
        </Button>
      </LinkPage>
    )
  return (
    <LinkPage
      title={t('Delete your account')}
      text={t('All your sessions end now. In {count} days the account and your personal data are erased.', { count: deletionGraceDays })}
      error={confirm.error}
    >
      <Button
        className={classes.dangerFill}
        size="md"
        fullWidth
        disabled={confirm.isPending}
        onClick={() => confirm.mutate({ body: { token: valueOfLink('token') } })}
      >
        {confirm.isPending ? t('Deleting...') : t('Delete my account')}
      </Button>
    </LinkPage>
  )
}

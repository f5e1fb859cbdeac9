import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDate } from '../../lib/format.ts'
import { logout } from '../../lib/session.ts'
import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { LinkPage } from '../../ui/page/link-page.tsx'
import { adoptProfile, cancelDeletionMutation } from './api.ts'

/** /keep-account: after a sign-in to an account that is about to be erased, asks whether to keep it. */
export function KeepAccountPage() {
  const user = useUser()
  const navigate = useNavigate()
  const keep = useMutation({
    ...cancelDeletionMutation,
    onSuccess: async (changed) => {
      await adoptProfile(changed)
      await navigate({ to: '/dashboard', replace: true })
    },
  })
  const leave = useMutation({ mutationFn: logout })
  return (
    <LinkPage
      title={t('Keep your account?')}
      text={t('You requested its deletion. It is erased on {date}, unless you keep it.', { date: formatDate(user.deletesAt ?? '') })}
    >
      <Button size="md" fullWidth disabled={keep.isPending} onClick={() => keep.mutate({})}>
        {t('Keep my account')}
      </Button>
      <Button variant="default" size="md" fullWidth disabled={leave.isPending} onClick={() => leave.mutate()}>
        {t('Sign out and delete the account')}
      </Button>
    </LinkPage>
  )
}

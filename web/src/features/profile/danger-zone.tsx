import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { deletionGraceDays } from '@imperium/contract/auth/profile.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { requestDeletionMutation } from './api.ts'
import classes from './profile.module.css'

/** Account deletion: requested here, confirmed by email, and only then started. */
export function DangerZone() {
  const request = useMutation(requestDeletionMutation)
  async function ask(): Promise<void> {
    const message = t('We email you a link. After you open it, all sessions end, and {count} days later the account is erased.', {
      count: deletionGraceDays,
    })
    if (await confirm({ title: t('Delete Account'), message, action: t('Delete Account') })) request.mutate({})
  }
  return (
    <Card title={t('Danger Zone')} className={classes.danger}>
      <div className={classes.row}>
        <p className={classes.text}>
          {t(
            'Deletes your account and your personal data. Your content stays with its organization. Transfer or delete the organizations you own first.',
          )}
        </p>
        <Button variant="default" className={classes.dangerButton} disabled={request.isPending} onClick={() => void ask()}>
          {t('Delete Account')}
        </Button>
      </div>
    </Card>
  )
}

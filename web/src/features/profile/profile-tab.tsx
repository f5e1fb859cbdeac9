import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'

/** Who the person is. */
export function ProfileTab() {
  const user = useUser()
  return (
    <Card title={t('Profile')}>
      {user.firstName} {user.lastName}
    </Card>
  )
}

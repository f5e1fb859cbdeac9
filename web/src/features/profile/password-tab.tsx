import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ChangePasswordForm } from '../auth/index.ts'

/** The tab Password of the profile. */
export function PasswordTab() {
  const { hasPassword } = useUser()
  return (
    <Card title={hasPassword ? t('Change password') : t('Set password')}>
      <Suspense fallback={<Skeleton height={320} radius={12} />}>
        <ChangePasswordForm />
      </Suspense>
    </Card>
  )
}

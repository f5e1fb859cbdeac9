import { IconLayoutDashboard } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Dashboard'),
      path: 'dashboard',
      icon: IconLayoutDashboard,
      permission: 'dashboard:read',
      keys: 'g d',
      group: 'start',
      order: 10,
    },
  ],
}

import { IconBell } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Notifications'),
      text: t('Notification history'),
      path: 'notifications',
      icon: IconBell,
      permission: 'notifications:read',
      group: 'personal',
      order: 95,
    },
  ],
}

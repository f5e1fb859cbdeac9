import { IconUserCircle } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('User Profile'),
      text: t('Your name, photo, password and preferences'),
      path: 'profile',
      icon: IconUserCircle,
      permission: 'organizations:read',
      group: 'personal',
      order: 90,
    },
  ],
}

import { IconUserCircle } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('User Profile'),
      text: t('Your name, photo, password and preferences'),
      sections: [
        { label: t('Photo') },
        { label: t('Your data') },
        { label: t('Delete Account') },
        { label: t('Password'), path: 'profile?tab=password' },
        { label: t('Notifications'), path: 'profile?tab=notifications' },
        { label: t('Preferences'), path: 'profile?tab=preferences' },
        { label: t('Language'), path: 'profile?tab=preferences' },
        { label: t('Time zone'), path: 'profile?tab=preferences' },
      ],
      path: 'profile',
      icon: IconUserCircle,
      permission: 'organizations:read',
      group: 'personal',
      order: 90,
    },
  ],
}

import { lazy } from 'react'
import type { ComponentType } from 'react'
import { t } from '../../lib/words.ts'
import type { ProfileTab } from './search.ts'

interface Tab {
  value: ProfileTab
  label: string
  component: ComponentType
}

/** The tabs of the profile, in order; each loads its code when opened. */
export const tabs: readonly Tab[] = [
  {
    value: 'profile',
    label: t('Profile'),
    component: lazy(async () => ({ default: (await import('./profile-tab.tsx')).ProfileTab })),
  },
  {
    value: 'password',
    label: t('Password'),
    component: lazy(async () => ({ default: (await import('./password-tab.tsx')).PasswordTab })),
  },
  {
    value: 'notifications',
    label: t('Notifications'),
    component: lazy(async () => ({ default: (await import('./notifications-tab.tsx')).NotificationsTab })),
  },
  {
    value: 'preferences',
    label: t('Preferences'),
    component: lazy(async () => ({ default: (await import('./preferences-tab.tsx')).PreferencesTab })),
  },
]

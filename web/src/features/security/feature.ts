import { IconShieldLock } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Security & Compliance'),
      text: t('Second factor, sessions, policies and audit log'),
      path: 'settings/security',
      icon: IconShieldLock,
      permission: 'organizations:read',
      group: 'organization',
      order: 40,
      inSidebar: true,
    },
  ],
}

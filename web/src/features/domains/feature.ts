import { IconWorld } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Domain Settings'),
      text: t('Default subdomain and custom domains'),
      path: 'settings/domains',
      icon: IconWorld,
      permission: 'domains:read',
      group: 'organization',
      order: 75,
      inSidebar: true,
    },
  ],
}

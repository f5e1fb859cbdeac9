import { IconBuilding } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Organization'),
      text: t('Name, address, time zone and budget'),
      path: 'settings/organization',
      icon: IconBuilding,
      permission: 'organizations:read',
      group: 'organization',
      order: 10,
      inSidebar: true,
    },
  ],
}

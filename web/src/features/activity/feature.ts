import { IconActivity } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Activity Log'),
      text: t('Who did what, and from where'),
      path: 'activity',
      icon: IconActivity,
      permission: 'activity:read',
      group: 'organization',
      order: 70,
    },
  ],
}

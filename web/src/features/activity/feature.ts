import { IconActivity } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Activity Log'),
      text: t('Who did what, and from where'),
      sections: [{ label: t('User') }, { label: t('Action') }, { label: t('Time range') }],
      path: 'activity',
      icon: IconActivity,
      permission: 'activity:read',
      group: 'organization',
      order: 70,
    },
  ],
}

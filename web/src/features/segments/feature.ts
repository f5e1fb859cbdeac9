import { IconUsersGroup } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Segments'),
      path: 'segments',
      icon: IconUsersGroup,
      permission: 'segments:read',
      keys: 'g s',
      group: 'marketing',
      order: 40,
    },
  ],
}

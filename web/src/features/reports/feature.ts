import { IconReport } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [{ label: t('Reports'), path: 'reports', icon: IconReport, permission: 'reports:read', group: 'insight', order: 20 }],
  creations: [
    {
      id: 'report.create',
      label: t('Report'),
      command: t('Create a report'),
      icon: IconReport,
      path: 'reports?create=true',
      permission: 'reports:write',
      order: 92,
    },
  ],
}

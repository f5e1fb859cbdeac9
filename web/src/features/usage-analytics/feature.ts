import { IconChartBar } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Usage Analytics'),
      text: t('Model calls, tokens and cost, and what used them'),
      sections: [{ label: t('Usage by Model') }, { label: t('Usage Trend') }, { label: t('Spending') }],
      path: 'settings/analytics',
      icon: IconChartBar,
      permission: 'usage:read',
      group: 'organization',
      order: 75,
      inSidebar: true,
    },
  ],
}

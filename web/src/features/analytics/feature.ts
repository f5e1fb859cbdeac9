import { IconChartHistogram } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Analytics'), path: 'analytics', icon: IconChartHistogram, permission: 'analytics:read', group: 'insight', order: 10 },
  ],
}

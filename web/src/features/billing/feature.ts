import { IconCreditCard } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Billing & Subscription'),
      text: t('Plan, usage, payments and contributions'),
      path: 'settings/billing',
      icon: IconCreditCard,
      permission: 'organizations:read',
      group: 'organization',
      order: 25,
      inSidebar: true,
    },
  ],
}

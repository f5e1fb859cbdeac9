import { IconCreditCard } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Billing & Subscription'),
      text: t('Plan, usage, payments and contributions'),
      sections: [
        { label: t('Plans') },
        { label: t('Usage') },
        { label: t('Billing cycle') },
        { label: t('Amount') },
        { label: t('Refund payment') },
      ],
      path: 'settings/billing',
      icon: IconCreditCard,
      permission: 'organizations:read',
      group: 'organization',
      order: 25,
      inSidebar: true,
    },
  ],
}

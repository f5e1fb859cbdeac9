import { IconHierarchy2, IconShieldCheck } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Org Hierarchy'), path: 'hierarchy', icon: IconHierarchy2, permission: 'hierarchy:read', group: 'platform', order: 20 },
  ],
  settings: [
    {
      label: t('Rights'),
      text: t('Permission sets, and roles for a time or a part of the organization'),
      path: 'settings/rights',
      icon: IconShieldCheck,
      permission: 'rights:manage',
      group: 'organization',
      order: 25,
    },
  ],
}

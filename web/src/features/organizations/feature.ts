import { IconBuilding } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Organization'),
      text: t('Name, address, time zone and budget'),
      sections: [
        { label: t('Address and contact') },
        { label: t('Billing and workspace') },
        { label: t('Monthly AI budget') },
        { label: t('Tax ID') },
        { label: t('Legal name') },
        { label: t('Industry') },
        { label: t('Company size') },
        { label: t('Transfer ownership') },
        { label: t('Leave organization') },
        { label: t('Danger Zone') },
      ],
      path: 'settings/organization',
      icon: IconBuilding,
      permission: 'organizations:read',
      group: 'organization',
      order: 10,
      inSidebar: true,
    },
  ],
}

import { IconDatabase, IconMail } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Data Management'),
      text: t('Retention, import, export and erasure'),
      path: 'settings/data',
      icon: IconDatabase,
      permission: 'organizations:read',
      group: 'organization',
      order: 80,
    },
    {
      label: t('Email Settings'),
      text: t('Senders, sending domains, suppression list and footer'),
      path: 'settings/emails',
      icon: IconMail,
      permission: 'organizations:read',
      group: 'sending',
      order: 65,
    },
  ],
}

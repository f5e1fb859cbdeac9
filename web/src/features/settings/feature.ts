import { IconDatabase, IconMail } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Data Management'),
      text: t('Retention, import, export and erasure'),
      sections: [
        { label: t('Data retention') },
        { label: t('Exports') },
        { label: t('Export everything') },
        { label: t('Organization as code') },
        { label: t('Legal hold') },
        { label: t('Erasure certificates') },
        { label: t('Import contacts') },
        { label: t('Erase contacts') },
        { label: t('Erase older history') },
        { label: t('Erase older runs') },
        { label: t('Audit log as CSV') },
      ],
      path: 'settings/data',
      icon: IconDatabase,
      permission: 'organizations:read',
      group: 'organization',
      order: 80,
    },
    {
      label: t('Email Settings'),
      text: t('Senders, sending domains, suppression list and footer'),
      sections: [
        { label: t('Senders') },
        { label: t('Sending domains') },
        { label: t('Suppression list') },
        { label: t('Footer and tracking') },
        { label: t('Email style') },
        { label: t('Outgoing email') },
      ],
      path: 'settings/emails',
      icon: IconMail,
      permission: 'organizations:read',
      group: 'sending',
      order: 65,
    },
  ],
}

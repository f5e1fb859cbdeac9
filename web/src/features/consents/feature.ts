import { IconMailOff } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Consent'),
      text: t('Purposes, quiet hours and suppressions'),
      sections: [
        { label: t('Suppressions'), path: 'settings/consent?tab=suppressions' },
        { label: t('Sign-up forms'), path: 'settings/consent?tab=forms' },
        { label: t('Recorded consent text') },
      ],
      path: 'settings/consent',
      icon: IconMailOff,
      permission: 'consents:read',
      group: 'sending',
      order: 68,
    },
  ],
}

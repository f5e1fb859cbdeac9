import { IconPlugConnected } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Channels'),
      text: t('Accounts for email, SMS, WhatsApp and webhooks'),
      path: 'settings/channels',
      icon: IconPlugConnected,
      permission: 'channels:read',
      group: 'sending',
      order: 60,
      inSidebar: true,
    },
  ],
}

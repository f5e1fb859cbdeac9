import { IconPlugConnected } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Channels'),
      text: t('Accounts for email, SMS, WhatsApp and webhooks'),
      sections: [{ label: t('Agents that answer contacts') }, { label: t('WhatsApp templates') }, { label: t('Add account') }],
      path: 'settings/channels',
      icon: IconPlugConnected,
      permission: 'channels:read',
      group: 'sending',
      order: 60,
      inSidebar: true,
    },
  ],
}

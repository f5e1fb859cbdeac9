import { IconWebhook } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [{ label: t('Webhooks'), path: 'webhooks', icon: IconWebhook, permission: 'webhooks:read', group: 'developer', order: 20 }],
}

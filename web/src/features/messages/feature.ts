import { IconMessages } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [{ label: t('Messages'), path: 'messages', icon: IconMessages, permission: 'messages:read', group: 'marketing', order: 20 }],
  searchIcons: { message: IconMessages },
}

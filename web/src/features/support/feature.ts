import { IconLifebuoy } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [{ label: t('Support'), path: 'support', icon: IconLifebuoy, permission: 'support:use', group: 'help', order: 20 }],
}

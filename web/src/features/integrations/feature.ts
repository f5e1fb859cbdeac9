import { IconPlug } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Integrations'), path: 'integrations', icon: IconPlug, permission: 'integrations:read', group: 'developer', order: 30 },
  ],
}

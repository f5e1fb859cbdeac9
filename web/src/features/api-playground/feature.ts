import { IconTerminal2 } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('API Playground'),
      path: 'api-playground',
      icon: IconTerminal2,
      permission: 'api-playground:use',
      group: 'developer',
      order: 10,
    },
  ],
}

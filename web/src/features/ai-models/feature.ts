import { IconCpu, IconServer2 } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('AI Models'),
      text: t('Models that agents may use, and their keys'),
      sections: [{ label: t('Vision') }, { label: t('Streaming') }, { label: t('Cost') }],
      path: 'settings/ai-models',
      icon: IconCpu,
      permission: 'ai-models:read',
      group: 'ai',
      order: 50,
      keys: 'g m',
      inSidebar: true,
    },
    {
      label: t('AI Providers'),
      text: t('Model provider'),
      path: 'settings/providers',
      icon: IconServer2,
      permission: 'ai-models:read',
      group: 'ai',
      order: 55,
      keys: 'g p',
      inSidebar: true,
    },
  ],
  searchIcons: { 'ai-model': IconCpu, 'ai-provider': IconServer2 },
}

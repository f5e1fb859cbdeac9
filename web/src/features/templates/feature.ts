import { IconTemplate } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Templates'),
      path: 'templates',
      icon: IconTemplate,
      permission: 'templates:read',
      keys: 'g l',
      group: 'automation',
      order: 30,
    },
  ],
  creations: [
    { id: 'template.use', label: t('From a template'), icon: IconTemplate, path: 'templates', permission: 'templates:write', order: 50 },
  ],
}

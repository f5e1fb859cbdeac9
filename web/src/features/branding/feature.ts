import { IconPalette } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Branding & Theme'),
      text: t('Logo, colors, font and custom CSS'),
      path: 'settings/branding',
      icon: IconPalette,
      permission: 'branding:read',
      group: 'organization',
      order: 70,
      inSidebar: true,
    },
  ],
}

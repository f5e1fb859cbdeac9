import { IconFileCode2 } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Code Artifacts'),
      path: 'code-artifacts',
      icon: IconFileCode2,
      permission: 'code-artifacts:read',
      group: 'platform',
      order: 30,
    },
  ],
  creations: [
    {
      id: 'code-artifact.create',
      label: t('Code artifact'),
      command: t('Write a code artifact'),
      icon: IconFileCode2,
      path: 'code-artifacts?create=true',
      permission: 'code-artifacts:write',
      order: 96,
    },
  ],
}

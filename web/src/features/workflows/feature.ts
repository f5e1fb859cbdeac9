import { IconHierarchy2, IconLockCode } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Workflows'),
      path: 'workflows',
      icon: IconHierarchy2,
      permission: 'workflows:read',
      keys: 'g w',
      group: 'automation',
      order: 20,
    },
  ],
  settings: [
    {
      label: t('Credentials'),
      text: t('Secrets that workflows send to other services'),
      path: 'settings/credentials',
      icon: IconLockCode,
      permission: 'credentials:manage',
      group: 'access',
      order: 35,
    },
  ],
  creations: [
    {
      id: 'workflow.create',
      label: t('Workflow'),
      command: t('Create a workflow'),
      icon: IconHierarchy2,
      path: 'workflows?create=true',
      permission: 'workflows:write',
      keys: 'c w',
      order: 20,
    },
  ],
  crumbs: { 'workflows/runs': { label: t('Execution History'), path: 'workflows?tab=history' } },
}

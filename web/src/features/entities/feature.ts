import { IconDatabase, IconFileText } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Entity Definitions'), path: 'entities', icon: IconDatabase, permission: 'entities:read', group: 'platform', order: 10 },
  ],
  creations: [
    {
      id: 'entity.create',
      label: t('Entity'),
      command: t('Create an entity'),
      icon: IconDatabase,
      path: 'entities?create=true',
      permission: 'entities:manage',
      order: 95,
    },
  ],
  crumbs: { records: { label: t('Records'), path: 'entities' } },
  searchIcons: { record: IconFileText },
}

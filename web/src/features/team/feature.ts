import { IconUsers } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Team Members'),
      text: t('People, roles and invitations'),
      sections: [{ label: t('Seats') }, { label: t('Open invitations') }, { label: t('Invite member') }, { label: t('Role') }],
      path: 'settings/team',
      icon: IconUsers,
      permission: 'team:read',
      group: 'organization',
      order: 20,
      keys: 'g t',
      inSidebar: true,
    },
  ],
}

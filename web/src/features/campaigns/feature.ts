import { IconSpeakerphone } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Campaigns'),
      path: 'campaigns',
      icon: IconSpeakerphone,
      permission: 'campaigns:read',
      keys: 'g n',
      group: 'marketing',
      order: 10,
    },
  ],
  creations: [
    {
      id: 'campaign.create',
      label: t('Campaign'),
      command: t('Create a campaign'),
      icon: IconSpeakerphone,
      path: 'campaigns?create=true',
      permission: 'campaigns:write',
      keys: 'c n',
      order: 30,
    },
  ],
}

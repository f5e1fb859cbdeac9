import { IconKey } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('Agent API Keys'), path: 'agent-api-keys', icon: IconKey, permission: 'api-keys:manage', group: 'automation', order: 40 },
  ],
  settings: [
    {
      label: t('API Keys'),
      text: t('Keys of programs that use the API'),
      sections: [{ label: t('Agent API Keys') }, { label: t('Scopes') }, { label: t('Revoke API key') }],
      path: 'settings/api-keys',
      icon: IconKey,
      permission: 'api-keys:manage',
      group: 'access',
      order: 30,
      inSidebar: true,
    },
  ],
}

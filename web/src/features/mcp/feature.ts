import { IconPlugConnected } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('AI assistants'),
      text: t('Assistants that use Imperium over MCP'),
      path: 'settings/assistants',
      icon: IconPlugConnected,
      permission: 'mcp:use',
      group: 'access',
      order: 35,
    },
  ],
}

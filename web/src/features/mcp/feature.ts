import { IconPlugConnected } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('AI assistants'),
      text: t('Assistants that use Imperium over MCP'),
      sections: [{ label: t('Connected assistants') }, { label: t('MCP server address') }, { label: t('Approvals') }],
      path: 'settings/assistants',
      icon: IconPlugConnected,
      permission: 'mcp:use',
      group: 'access',
      order: 35,
    },
  ],
}

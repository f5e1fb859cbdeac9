import { IconBolt, IconRobot } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    { label: t('AI Agents'), path: 'agents', icon: IconRobot, permission: 'agents:read', keys: 'g a', group: 'automation', order: 10 },
  ],
  creations: [
    {
      id: 'agent.create',
      label: t('AI agent'),
      command: t('Create an AI agent'),
      icon: IconRobot,
      path: 'agents?create=true',
      permission: 'agents:write',
      keys: 'c a',
      order: 10,
    },
  ],
  crumbs: { 'agents/runs': { label: t('Runs'), path: 'agents/runs' } },
  searchIcons: { agent: IconRobot, run: IconBolt },
}

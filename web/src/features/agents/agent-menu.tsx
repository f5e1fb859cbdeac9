import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPower,
  IconRestore,
  IconSettings,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Agent } from '@imperium/contract/agents.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { PublishTemplateDialog } from '../templates/index.ts'
import { toggleOf, toggleLabels } from './use-agent-actions.ts'
import type { AgentActions } from './use-agent-actions.ts'
import type { AgentsView } from './use-agents-view.ts'
import { useRunRefusal } from './use-run-refusal.ts'

interface AgentMenuProps {
  agent: Agent
  actions: AgentActions
  view: AgentsView
}

export const toggleIcons: Record<ReturnType<typeof toggleOf>, Icon> = {
  pause: IconPlayerPause,
  activate: IconPower,
  restore: IconRestore,
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Menu with all actions on one agent. */
export function AgentMenu({ agent, actions, view }: AgentMenuProps) {
  const refusal = useGate('agents:write')
  const runRefusal = useRunRefusal(agent.status)
  const [isPublishing, setIsPublishing] = useState(false)
  const toggle = toggleOf(agent.status)
  const Toggle = toggleIcons[toggle]
  const write = { disabled: refusal !== undefined, title: refusal }
  return (
    <>
      <Menu width={210}>
        <Menu.Target>
          <ActionIcon aria-label={t('Actions for {name}', { name: agent.name })}>
            <IconDots size={17} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlayerPlay {...symbol} />}
            disabled={runRefusal !== undefined}
            title={runRefusal}
            onClick={() => view.openAgent(agent.id, 'run')}
          >
            {t('Run')}
          </Menu.Item>
          <Menu.Item leftSection={<Toggle {...symbol} />} {...write} onClick={() => actions.toggle(agent)}>
            {toggleLabels[toggle]}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy {...symbol} />} {...write} onClick={() => actions.clone(agent)}>
            {t('Clone')}
          </Menu.Item>
          {toggle !== 'restore' && (
            <Menu.Item leftSection={<IconArchive {...symbol} />} {...write} onClick={() => actions.archive(agent)}>
              {t('Archive')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconSettings {...symbol} />} onClick={() => view.openAgent(agent.id, 'settings')}>
            {t('Settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTemplate {...symbol} />} {...write} onClick={() => setIsPublishing(true)}>
            {t('Publish as a template')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="var(--bad)" leftSection={<IconTrash {...symbol} />} {...write} onClick={() => actions.remove(agent)}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPublishing && <ReturnFocus />}
      <Suspense fallback={null}>
        {isPublishing && <PublishTemplateDialog category="agent" source={agent} onClose={() => setIsPublishing(false)} />}
      </Suspense>
    </>
  )
}

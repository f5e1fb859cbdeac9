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
  IconTrash,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Agent } from '@imperium/contract/agents.ts'
import { toggleLabel } from './use-agent-actions.ts'
import type { AgentActions } from './use-agent-actions.ts'
import type { AgentsView } from './use-agents-view.ts'
import { useGate, useRunRefusal } from './use-gate.ts'

interface AgentMenuProps {
  agent: Agent
  actions: AgentActions
  view: AgentsView
}

export const toggleIcons: Record<ReturnType<typeof toggleLabel>, Icon> = {
  Pause: IconPlayerPause,
  Activate: IconPower,
  Restore: IconRestore,
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Everything that can be done with one agent, behind three dots. */
export function AgentMenu({ agent, actions, view }: AgentMenuProps) {
  const refusal = useGate('agents:write')
  const runRefusal = useRunRefusal(agent.status)
  const toggle = toggleLabel(agent.status)
  const Toggle = toggleIcons[toggle]
  const write = { disabled: refusal !== undefined, title: refusal }
  return (
    <Menu width={190}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${agent.name}`}>
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
          Run
        </Menu.Item>
        <Menu.Item leftSection={<Toggle {...symbol} />} {...write} onClick={() => actions.toggle(agent)}>
          {toggle}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...symbol} />} {...write} onClick={() => actions.clone(agent)}>
          Clone
        </Menu.Item>
        {toggle !== 'Restore' && (
          <Menu.Item leftSection={<IconArchive {...symbol} />} {...write} onClick={() => actions.archive(agent)}>
            Archive
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconSettings {...symbol} />} onClick={() => view.openAgent(agent.id, 'settings')}>
          Settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--bad)" leftSection={<IconTrash {...symbol} />} {...write} onClick={() => actions.remove(agent)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

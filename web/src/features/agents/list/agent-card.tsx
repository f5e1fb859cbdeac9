import { IconCopy, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Agent } from '@imperium/contract/agents.ts'
import { formatCompact, formatPercent } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
import { ResourceCard } from '../../../ui/resource/resource-card.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { AgentIcon } from '../agent-icon.tsx'
import { toggleIcons } from '../agent-menu.tsx'
import { AgentStatusDot } from '../agent-status.tsx'
import { typeLabels } from '../agent-labels.ts'
import { toggleOf, toggleLabels } from '../use-agent-actions.ts'
import type { AgentActions } from '../use-agent-actions.ts'
import type { AgentsView } from '../use-agents-view.ts'
import { useRunRefusal } from '../use-run-refusal.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../agents.module.css'

interface AgentCardProps {
  agent: Agent
  selected: boolean
  onToggle: () => void
  actions: AgentActions
  view: AgentsView
}

/** One agent of the grid. */
export function AgentCard({ agent, selected, onToggle, actions, view }: AgentCardProps) {
  const refusal = useGate('agents:write')
  const runRefusal = useRunRefusal(agent.status)
  const toggle = toggleOf(agent.status)
  return (
    <ResourceCard
      name={agent.name}
      icon={<AgentIcon type={agent.type} />}
      about={
        <span className={styles.truncate}>
          {typeLabels[agent.type]} · {agent.category}
        </span>
      }
      onOpen={() => view.openAgent(agent.id)}
      selection={{ isSelected: selected, onToggle }}
      description={agent.description}
      note={
        agent.usageCount === 0 ? (
          t('No runs yet')
        ) : (
          <>
            {plural(agent.usageCount, { one: '{count} run', other: '{count} runs' }, { count: formatCompact(agent.usageCount) })} ·{' '}
            {formatPercent(agent.successRate)} ·
            <RelativeTime at={agent.lastUsedAt} />
          </>
        )
      }
      actions={[
        { label: t('Run'), icon: IconPlayerPlay, refusal: runRefusal, onClick: () => view.openAgent(agent.id, 'run') },
        { label: toggleLabels[toggle], icon: toggleIcons[toggle], refusal, onClick: () => actions.toggle(agent) },
        { label: t('Clone'), icon: IconCopy, refusal, onClick: () => actions.clone(agent) },
        { label: t('Delete'), icon: IconTrash, refusal, onClick: () => actions.remove(agent) },
      ]}
      dense
    >
      <div className={classes.cardFacts}>
        <AgentStatusDot status={agent.status} />
        <span className={classes.cardModel}>{agent.model}</span>
      </div>
    </ResourceCard>
  )
}

import { ActionIcon, Checkbox, Tooltip } from '@mantine/core'
import { IconCopy, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'

import type { Agent } from '@imperium/contract/agents.ts'
import { formatCompact, formatPercent } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
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

/** One agent of the grid, with its actions in sight. Its name's button spreads over the card, so a click anywhere else opens it. */
export function AgentCard({ agent, selected, onToggle, actions, view }: AgentCardProps) {
  const refusal = useGate('agents:write')
  const runRefusal = useRunRefusal(agent.status)
  const toggle = toggleOf(agent.status)
  return (
    <article className={classes.card} data-selected={selected || undefined} aria-label={agent.name}>
      <div className={styles.rowTop}>
        <AgentIcon type={agent.type} />
        <span className={styles.grow}>
          <button type="button" className={classes.cardName} onClick={() => view.openAgent(agent.id)}>
            {agent.name}
          </button>
          <span className={classes.about}>
            {typeLabels[agent.type]} · {agent.category}
          </span>
        </span>
        <Checkbox className={classes.over} aria-label={t('Select {row}', { row: agent.name })} checked={selected} onChange={onToggle} />
      </div>
      <p className={classes.cardText}>{agent.description || t('No description')}</p>
      <div className={classes.cardFacts}>
        <AgentStatusDot status={agent.status} />
        <span className={classes.cardModel}>{agent.model}</span>
      </div>
      <div className={classes.cardFoot}>
        <span className={classes.cardRuns}>
          {agent.usageCount === 0 ? (
            t('No runs yet')
          ) : (
            <>
              {plural(agent.usageCount, { one: '{count} run', other: '{count} runs' }, { count: formatCompact(agent.usageCount) })} ·{' '}
              {formatPercent(agent.successRate)} ·
              <RelativeTime at={agent.lastUsedAt} />
            </>
          )}
        </span>
        <span className={classes.cardActions}>
          <CardAction
            label={t('Run')}
            icon={IconPlayerPlay}
            name={agent.name}
            refusal={runRefusal}
            onClick={() => view.openAgent(agent.id, 'run')}
          />
          <CardAction
            label={toggleLabels[toggle]}
            icon={toggleIcons[toggle]}
            name={agent.name}
            refusal={refusal}
            onClick={() => actions.toggle(agent)}
          />
          <CardAction label={t('Clone')} icon={IconCopy} name={agent.name} refusal={refusal} onClick={() => actions.clone(agent)} />
          <CardAction label={t('Delete')} icon={IconTrash} name={agent.name} refusal={refusal} onClick={() => actions.remove(agent)} />
        </span>
      </div>
    </article>
  )
}

interface CardActionProps {
  label: string
  icon: Icon
  name: string
  refusal: string | undefined
  onClick: () => void
}

function CardAction({ label, icon: Symbol, name, refusal, onClick }: CardActionProps) {
  return (
    <Tooltip label={refusal ?? label}>
      <ActionIcon
        aria-label={t('{action} {name}', { action: label, name })}
        aria-disabled={refusal !== undefined}
        {...(refusal === undefined ? {} : { 'data-disabled': true })}
        onClick={() => refusal === undefined && onClick()}
      >
        <Symbol size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

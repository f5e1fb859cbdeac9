import type { Agent } from '@imperium/contract/agents.ts'
import { formatMicros, formatNumber, formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { AgentMetrics } from './agent-metrics.tsx'
import { AgentStatusDot } from '../agent-status.tsx'
import { capabilityLabels, hasTool } from '../agent-labels.ts'
import type { AgentsView } from '../use-agents-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

/** The agent's configuration and statistics. */
export function AgentOverview({ agent, view }: { agent: Agent; view: AgentsView }) {
  const fields = [
    { label: t('Status'), value: <AgentStatusDot status={agent.status} /> },
    { label: t('Model'), value: agent.model },
    { label: t('Temperature'), value: agent.temperature ?? t('As set for the model') },
    { label: t('Max tokens'), value: formatNumber(agent.maxTokens) },
    { label: t('Category'), value: agent.category },
    { label: t('Monthly budget'), value: agent.monthlyBudgetMicros === null ? t('No limit') : formatMicros(agent.monthlyBudgetMicros) },
    { label: t('Version'), value: agent.isPublic ? t('{version} · public', { version: agent.version }) : agent.version },
    { label: t('Created'), value: <RelativeTime at={agent.createdAt} /> },
    { label: t('Capabilities'), value: <CapabilityTags agent={agent} /> },
  ]
  return (
    <div className={classes.part}>
      {agent.description && <p className={classes.description}>{agent.description}</p>}
      <StatStrip
        compact
        label={t('Agent in figures')}
        stats={[
          { label: t('Total runs'), value: formatNumber(agent.usageCount) },
          { label: t('Success rate'), value: formatPercent(agent.successRate) },
          { label: t('Last used'), value: <RelativeTime at={agent.lastUsedAt} /> },
        ]}
      />
      <dl className={classes.fields}>
        {fields.map(({ label, value }) => (
          <div key={label} className={classes.field}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className={classes.section} aria-labelledby="agent-prompt">
        <h3 id="agent-prompt" className={classes.heading}>
          {t('System prompt')}
        </h3>
        <CodeBlock code={agent.systemPrompt || t('(empty)')} label={t('system prompt')} maxHeight={220} />
      </section>
      <AgentMetrics id={agent.id} view={view} />
    </div>
  )
}

function CapabilityTags({ agent }: { agent: Agent }) {
  if (agent.capabilities.length === 0) return <span className={classes.muted}>{t('None')}</span>
  return (
    <ul className={classes.tags}>
      {agent.capabilities.map((capability) => (
        <li key={capability} className={classes.tag} title={hasTool(capability) ? undefined : t('Not available to models yet')}>
          {capabilityLabels[capability]}
          {!hasTool(capability) && <span className={styles.muted}> · {t('not available yet')}</span>}
        </li>
      ))}
    </ul>
  )
}

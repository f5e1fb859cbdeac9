import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Agent } from '@imperium/contract/agents.ts'
import { formatMicros, formatNumber, formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import type { Fact } from '../../../ui/text/fact-list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { BelongsTo } from '../../hierarchy/index.ts'
import { AgentMetrics } from './agent-metrics.tsx'
import { AgentStatusDot } from '../agent-status.tsx'
import { toolLabel } from '../agent-labels.ts'
import { capabilitiesQuery } from '../api.ts'
import type { AgentsView } from '../use-agents-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

/** The agent's configuration and statistics. */
export function AgentOverview({ agent, view }: { agent: Agent; view: AgentsView }) {
  const facts: Fact[] = [
    [t('Status'), <AgentStatusDot key="status" status={agent.status} />],
    [t('Model'), agent.model],
    [t('Temperature'), agent.temperature ?? t('As set for the model')],
    [t('Max tokens'), formatNumber(agent.maxTokens)],
    [t('Category'), agent.category],
    [t('Monthly budget'), agent.monthlyBudgetMicros === null ? t('No limit') : formatMicros(agent.monthlyBudgetMicros)],
    [t('Version'), agent.isPublic ? t('{version} · public', { version: agent.version }) : agent.version],
    [t('Created'), <RelativeTime key="created" at={agent.createdAt} />],
    [t('Capabilities'), <CapabilityTags key="capabilities" agent={agent} />],
  ]
  return (
    <div className={styles.stack18}>
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
      <FactList facts={facts} labelWidth={124} rowSpace={6.5} />
      <Suspense fallback={null}>
        <BelongsTo kind="agent" id={agent.id} name={agent.name} />
      </Suspense>
      <section className={styles.stack10} aria-labelledby="agent-prompt">
        <h3 id="agent-prompt" className={styles.heading}>
          {t('System prompt')}
        </h3>
        <CodeBlock code={agent.systemPrompt || t('(empty)')} label={t('system prompt')} maxHeight={220} />
      </section>
      <AgentMetrics id={agent.id} view={view} />
    </div>
  )
}

function CapabilityTags({ agent }: { agent: Agent }) {
  const { data = [] } = useQuery(capabilitiesQuery)
  const isMissing = (tool: string) => data.some(({ capability, isReady }) => capability === tool && !isReady)
  if (agent.capabilities.length === 0) return <span className={classes.muted}>{t('None')}</span>
  return (
    <ul className={classes.tags}>
      {agent.capabilities.map((capability) => (
        <li key={capability} className={classes.tag} title={isMissing(capability) ? t('No service is connected for it') : undefined}>
          {toolLabel(capability)}
          {isMissing(capability) && <span className={styles.muted}> · {t('not connected')}</span>}
        </li>
      ))}
    </ul>
  )
}

import type { Agent } from '@imperium/contract/agents.ts'
import { formatMicros, formatNumber, formatPercent, formatWord } from '../../lib/format.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { AgentMetrics } from './agent-metrics.tsx'
import { AgentStatusDot } from './agent-status.tsx'
import { hasTool } from './agent-words.ts'
import type { AgentsView } from './use-agents-view.ts'
import classes from './panel.module.css'

/** What the agent is, and how it does. */
export function AgentOverview({ agent, view }: { agent: Agent; view: AgentsView }) {
  const fields = [
    { label: 'Status', value: <AgentStatusDot status={agent.status} /> },
    { label: 'Model', value: agent.model },
    { label: 'Temperature', value: agent.temperature },
    { label: 'Max tokens', value: formatNumber(agent.maxTokens) },
    { label: 'Category', value: agent.category },
    { label: 'Monthly budget', value: agent.monthlyBudgetMicros === null ? 'No limit' : formatMicros(agent.monthlyBudgetMicros) },
    { label: 'Version', value: `${agent.version}${agent.isPublic ? ' · public' : ''}` },
    { label: 'Created', value: <RelativeTime at={agent.createdAt} /> },
    { label: 'Capabilities', value: <CapabilityTags agent={agent} /> },
  ]
  return (
    <div className={classes.part}>
      {agent.description && <p className={classes.description}>{agent.description}</p>}
      <StatStrip
        compact
        label="Agent in figures"
        stats={[
          { label: 'Total runs', value: formatNumber(agent.usageCount) },
          { label: 'Success rate', value: formatPercent(agent.successRate) },
          { label: 'Last used', value: <RelativeTime at={agent.lastUsedAt} /> },
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
          System prompt
        </h3>
        <CodeBlock code={agent.systemPrompt || '(empty)'} label="system prompt" maxHeight={220} />
      </section>
      <AgentMetrics id={agent.id} view={view} />
    </div>
  )
}

function CapabilityTags({ agent }: { agent: Agent }) {
  if (agent.capabilities.length === 0) return <span className={classes.muted}>None</span>
  return (
    <ul className={classes.tags}>
      {agent.capabilities.map((capability) => (
        <li key={capability} className={classes.tag} title={hasTool(capability) ? undefined : 'Not available to models yet'}>
          {formatWord(capability)}
          {!hasTool(capability) && <span className={classes.tagNote}> · not available yet</span>}
        </li>
      ))}
    </ul>
  )
}

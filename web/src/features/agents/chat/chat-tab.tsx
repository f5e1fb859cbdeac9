import type { Agent } from '@imperium/contract/agents.ts'
import { ModelWarning, Refusal } from '../runs/run-warnings.tsx'
import type { AgentActions } from '../use-agent-actions.ts'
import type { AgentsView } from '../use-agents-view.ts'
import { useRunRefusal } from '../use-run-refusal.ts'
import { Chat } from './chat.tsx'
import styles from '../../../ui/styles.module.css'

interface ChatTabProps {
  agent: Agent
  view: AgentsView
  actions: AgentActions
}

/** The chat of the agent's page; `?run=` names its last turn, so a reload or a shared link restores it. */
export function ChatTab({ agent, view, actions }: ChatTabProps) {
  const refusal = useRunRefusal(agent.status)
  return (
    <div className={styles.stackWide}>
      <Refusal agent={agent} refusal={refusal} actions={actions} />
      <ModelWarning model={agent.model} />
      <Chat agent={agent} view={view} lastRunId={view.search.run} onLastRun={(run) => view.change({ tab: 'chat', run }, true)} />
    </div>
  )
}

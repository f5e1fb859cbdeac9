import type { AgentType } from '@imperium/contract/agents.ts'
import { typeIcons } from './agent-labels.ts'
import classes from './agents.module.css'

/** The tinted tile of an agent's type. */
export function AgentIcon({ type, large = false }: { type: AgentType; large?: boolean }) {
  const Symbol = typeIcons[type]
  return (
    <span className={classes.icon} data-large={large || undefined} aria-hidden>
      <Symbol size={large ? 20 : 17} stroke={1.7} />
    </span>
  )
}

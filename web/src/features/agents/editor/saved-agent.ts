import type { Agent } from '@imperium/contract/agents.ts'
import type { AgentsView } from '../use-agents-view.ts'

/** The saved agent, for versions and a try of the unsaved prompt; a new agent has none. */
export interface SavedAgent {
  agent: Agent
  view: AgentsView
}

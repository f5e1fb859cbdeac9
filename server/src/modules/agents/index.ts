import { agentEvents } from '@imperium/contract/events/agents.ts'
import { belongsToNodes } from '../hierarchy/index.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onModelUse } from '../ai-models/index.ts'
import { agentOperations } from './routes.ts'
import { namesOfModelUsers } from './store.ts'
import { writeSandboxOutput } from '../../platform/llm/sandbox/written-outputs.ts'
import { AGENT_OUTPUT, writeSandboxAgent } from './sandbox/write-agent.ts'
import { onConnectionUse } from '../integrations/index.ts'
import { agentsWithConnection } from './connection-users-store.ts'
import { searchIn } from '../search/index.ts'
import { searchAgents } from './queries-store.ts'
import { agentsActs } from './acts.ts'
import { pauseAgentsBeyondPlan } from './follow-plan.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { agentsQuery } from './query-tables.ts'

export { onAgentUse } from './agent-users.ts'
export type { FindAgentUsers } from './agent-users.ts'
export { hasAgentBesides } from './first-steps-store.ts'
export { findGrantedWorkflows, isOwnGrant, isWorkflowGrant } from './check-grants.ts'
export { createAgent } from './create-agent.ts'
export { agentCounts, budgetsOf, agentNames, countCreatedAgents, hasAgentNamed, listCreatedAgents } from './queries-store.ts'
export { onPublicSwitch } from './public-switch.ts'
export { namedAgents } from './named-agents.ts'
export { findAgent, findVersion, setPublic } from './store.ts'

export const agentsModule: ModuleFactory = (platform) => ({
  name: 'agents',
  tables: ['agents', 'agent_versions'],
  acts: agentsActs,
  emits: Object.values(agentEvents),
  extensions: [
    writeSandboxOutput(AGENT_OUTPUT, writeSandboxAgent),
    onModelUse(namesOfModelUsers),
    onConnectionUse(agentsWithConnection),
    searchIn({ permission: 'agents:read', order: 10, find: searchAgents }),
    offerQueryTable(agentsQuery),
    belongsToNodes({ kind: 'agent', table: 'agents', hasTrash: true, read: 'agents:read', write: 'agents:write' }),
  ],
  events: [pauseAgentsBeyondPlan(platform)],
  operations: agentOperations(platform),
})

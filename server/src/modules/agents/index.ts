import type { ModuleFactory } from '../../platform/module.ts'
import { agentOperations } from './routes.ts'

export { agentCounts, agentNames, searchAgents } from './queries.ts'
export { findAgent, findVersion } from './store.ts'

export const agentsModule: ModuleFactory = (platform) => ({
  name: 'agents',
  tables: ['agents', 'agent_versions'],
  operations: agentOperations(platform),
})

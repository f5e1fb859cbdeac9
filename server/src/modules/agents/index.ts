import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onModelUse } from '../ai-models/index.ts'
import { exportAgentVersions, exportAgents } from './export-person.ts'
import { agentOperations } from './routes.ts'
import { namesOfModelUsers } from './store.ts'

export { agentCounts, agentNames, searchAgents } from './queries.ts'
export { findAgent, findVersion } from './store.ts'

export const agentsModule: ModuleFactory = (platform) => {
  onModelUse(platform, namesOfModelUsers)
  return {
    name: 'agents',
    tables: ['agents', 'agent_versions'],
    operations: agentOperations(platform),
    exportPerson: async ({ userId, orgIds }) => ({
      agents: await collectInEach(platform.db, orgIds, (tx) => exportAgents(tx, userId)),
      agentVersions: await collectInEach(platform.db, orgIds, (tx) => exportAgentVersions(tx, userId)),
    }),
  }
}

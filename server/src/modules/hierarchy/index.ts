import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { hierarchyActs } from './acts.ts'
import { exportAssignments } from './assignment-store.ts'
import { hierarchyOperations, linkOperations, rightsOperations } from './routes.ts'
import { verifyHierarchies } from './verify-paths.ts'

export { belongToNodes, belongsToNodes } from './placed-nouns.ts'

export const hierarchyModule: ModuleFactory = (platform) => ({
  name: 'hierarchy',
  tables: ['org_nodes', 'org_node_paths', 'hierarchy_links', 'permission_sets', 'assignments'],
  acts: hierarchyActs,
  operations: [...hierarchyOperations(platform), ...rightsOperations(platform), ...linkOperations(platform)],
  ticks: [{ name: 'verify-hierarchies', everyMs: 86_400_000, run: () => verifyHierarchies(platform) }],
  exportPerson: async ({ userId, orgIds }) => ({
    assignments: await collectInEach(platform.db, orgIds, (tx) => exportAssignments(tx, userId)),
  }),
})

import { collectInEach } from '../../platform/collect-in-each.ts'
import { asOrg } from '../../platform/db/database.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { listMemberships } from '../organizations/index.ts'
import { mcpActs } from './acts.ts'
import { endAccessOfUser } from './oauth/connect.ts'
import { exportConnections } from './oauth/connection-store.ts'
import { mountOauth } from './oauth/mount-oauth.ts'
import { mcpOperations } from './routes.ts'
import { mountMcp } from './server/mount-mcp.ts'

export const mcpModule: ModuleFactory = (platform) => ({
  name: 'mcp',
  tables: ['mcp_connections'],
  acts: mcpActs,
  operations: mcpOperations(platform),
  mountProtocol: (app) => {
    mountMcp(app, platform)
    mountOauth(app, platform)
  },
  exportPerson: async ({ userId, orgIds }) => ({
    connectedAssistants: await collectInEach(platform.db, orgIds, (tx) => exportConnections(tx, userId)),
  }),
  deleteUnproved: async (tx, userId) => {
    for (const { id } of await listMemberships(tx, userId))
      await asOrg(tx, id, (orgTx) => endAccessOfUser(orgTx, userId, platform.clock.now()))
  },
})

import { mcpEvents } from '@imperium/contract/events/mcp.ts'
import { mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import { asOrg } from '../../platform/db/database.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { listMemberships } from '../organizations/index.ts'
import { approvalContactExtension } from './approvals/contact-extension.ts'
import { deleteOver, exportApprovals } from './approvals/store.ts'
import { mcpActs } from './acts.ts'
import { endAccessOfUser } from './oauth/connect.ts'
import { deleteUsedBefore, exportConnections } from './oauth/connection-store.ts'
import { mountOauth } from './oauth/mount-oauth.ts'
import { mcpOperations } from './routes.ts'
import { mountMcp } from './server/mount-mcp.ts'

export const mcpModule: ModuleFactory = (platform) => ({
  name: 'mcp',
  tables: ['mcp_connections', 'mcp_policies', 'mcp_approvals', 'mcp_used_refresh_tokens'],
  acts: mcpActs,
  extensions: [extendContacts(approvalContactExtension)],
  emits: Object.values(mcpEvents),
  ticks: [
    { name: 'delete-mcp-approvals', everyMs: 3_600_000, run: () => platform.db.withSystem(deleteOver) },
    {
      name: 'delete-used-refresh-tokens',
      everyMs: 3_600_000,
      run: async () => {
        const moment = new Date(platform.clock.now().getTime() - mcpLimits.refreshTokenDays * 86_400_000)
        await platform.db.withSystem((tx) => deleteUsedBefore(tx, moment))
      },
    },
  ],
  operations: mcpOperations(platform),
  mountProtocol: (app) => {
    mountMcp(app, platform)
    mountOauth(app, platform)
  },
  exportPerson: async ({ userId, orgIds }) => ({
    connectedAssistants: await collectInEach(platform.db, orgIds, (tx) => exportConnections(tx, userId)),
    assistantApprovals: await collectInEach(platform.db, orgIds, (tx) => exportApprovals(tx, userId)),
  }),
  deleteUnproved: async (tx, userId) => {
    for (const { id } of await listMemberships(tx, userId))
      await asOrg(tx, id, (orgTx) => endAccessOfUser(orgTx, userId, platform.clock.now()))
  },
})

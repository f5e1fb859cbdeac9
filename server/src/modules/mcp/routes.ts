import { mcp, mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import type { McpConnection } from '@imperium/contract/mcp/mcp.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { originOf } from './oauth/client-id.ts'
import { decideApproval, toApproval } from './approvals/decide-approval.ts'
import { openPage, requiresApproval, setRequiresApproval } from './approvals/store.ts'
import { connect, describeRequest, disconnect } from './oauth/connect.ts'
import { standingPage } from './oauth/connection-store.ts'
import type { ConnectionRow } from './oauth/connection-store.ts'

const toConnection = (row: ConnectionRow, userId: string): McpConnection => ({
  id: row.id,
  clientName: row.client_name,
  redirectOrigin: originOf(row.redirect_uri),
  userName: row.user_name,
  isMine: row.user_id === userId,
  scopes: row.scopes as KeyScope[],
  createdAt: row.created_at,
  endsAt: new Date(Date.parse(row.created_at) + mcpLimits.connectionDays * 86_400_000).toISOString(),
  lastUsedAt: row.last_used_at,
})

export const mcpOperations = (platform: Platform) =>
  bindOperations(mcp, {
    describeRequest: async ({ query }, context) => describeRequest(platform, context, query),
    connect: ({ body }, context) => connect(platform, context, body),
    listConnections: async ({ query }, { tx, caller, may }) => {
      const userId = may('api-keys:manage') ? null : caller.userId
      const page = await standingPage(platform.cursors, { tx, list: 'mcp-connections', query }, { userId })
      return { ...page, rows: page.rows.map((row) => toConnection(row, caller.userId)) }
    },
    readPolicy: async (_input, { tx }) => ({ requiresApproval: await requiresApproval(tx) }),
    changePolicy: async ({ body }, { tx, audit }) => {
      const before = await setRequiresApproval(tx, body.requiresApproval)
      audit({ before: { requiresApproval: before }, after: body })
      return body
    },
    listApprovals: async ({ query }, { tx, caller, may }) => {
      const userId = may('api-keys:manage') ? null : caller.userId
      const page = await openPage(platform.cursors, { tx, list: 'mcp-approvals', query }, { userId })
      return { ...page, rows: page.rows.map((row) => toApproval(row, caller.userId)) }
    },
    decideApproval: ({ params, body }, context) => decideApproval(platform, context, params.id, body.isApproved),
    disconnect: async ({ params }, context) => {
      await disconnect(platform, context, params.id)
      return null
    },
  })

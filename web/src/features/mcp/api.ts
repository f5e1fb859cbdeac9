import { mcp } from '@imperium/contract/mcp/mcp.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { ConnectSearch } from './connect-search.ts'

/** The tenant is part of the key: another organization gives other scopes. */
export const requestQuery = ({ client_id: clientId, redirect_uri: redirectUri, scope, resource }: ConnectSearch) => ({
  ...query(mcp.describeRequest, { query: { clientId, redirectUri, ...(scope ? { scope } : {}), ...(resource ? { resource } : {}) } }),
  meta: { silent: true },
  retry: false,
})

export const connectMutation = mutation(mcp.connect, { failure: t('The assistant could not be connected') })

export const connectionsQuery = { ...pages(mcp.listConnections, { query: { limit: 100 } }), meta: { silent: true } }

export const policyQuery = { ...query(mcp.readPolicy), meta: { silent: true } }

export const changePolicyMutation = mutation(mcp.changePolicy, {
  failure: t('The setting could not be saved'),
  invalidates: [['mcp']],
})

export const approvalsQuery = { ...pages(mcp.listApprovals, { query: { limit: 50 } }), meta: { silent: true }, refetchInterval: 15_000 }

export const decideMutation = mutation(mcp.decideApproval, { failure: t('Failed to decide'), invalidates: [['mcp']] })

export const disconnectMutation = mutation(mcp.disconnect, {
  success: t('Assistant disconnected'),
  failure: t('The assistant could not be disconnected'),
  invalidates: [['mcp']],
})

import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { chooseOrganization } from '../../../platform/auth/auth-context.ts'
import { mayDo } from '../../../platform/auth/rights.ts'
import { forbidden, notFound } from '../../../platform/errors.ts'
import { callOperation } from '../../../platform/operations/call-operation.ts'
import type { OperationReply, OuterCall } from '../../../platform/operations/call-operation.ts'
import type { Given } from '../../../platform/operations/invoke.ts'
import type { Platform } from '../../../platform/platform.ts'
import { withApproval } from '../approvals/require-approval.ts'
import type { ToolEndpoint } from '@imperium/contract/mcp/tools.ts'

/** The caller of one MCP request: an API key or the access token of a connected assistant, with the rights of its user. */
export interface McpCaller {
  /** Whether the caller may call the operation; what it may not is not offered either. */
  may(endpoint: ToolEndpoint): boolean
  /** Whether the key or the connection has the scope, whatever its user may do. */
  hasScope(endpoint: ToolEndpoint): boolean
  call(endpoint: Endpoint, given: Given): Promise<OperationReply>
  /** Modules whose operations are all listed as tools, as the address asks for; null: a set that fits a model. */
  toolSets: readonly string[] | null
  signal: AbortSignal
}

export function makeCaller(platform: Platform, outer: OuterCall, toolSets: readonly string[] | null, signal: AbortSignal): McpCaller {
  const { caller, key } = outer.identity
  const org = chooseOrganization(caller, undefined)
  if (!org) throw notFound('Organization not found.')
  const may = (endpoint: ToolEndpoint) => mayDo(org, key, endpoint.access) && (!key?.agentId || endpoint.agentKey !== undefined)
  return {
    may,
    hasScope: ({ access }) => key === null || key.scopes.includes(access),
    call: async (endpoint, given) => {
      if (signal.aborted) throw forbidden()
      const work = () => callOperation(platform, endpoint, { ...outer, given })
      // What it may not do is refused, and asks no member for anything.
      if (!may(endpoint as ToolEndpoint)) return work()
      const { userId, firstName, lastName } = caller
      const askedBy = key?.connectionId ?? key?.id ?? userId
      const subject = { orgId: org.id, userId, userName: `${firstName} ${lastName}`, clientName: key?.name ?? '', askedBy }
      return withApproval(platform, subject, { endpoint, given }, work)
    },
    toolSets,
    signal,
  }
}

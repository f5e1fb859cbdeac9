import { z } from 'zod'
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { agents } from '@imperium/contract/agents.ts'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { isMcpTool } from '@imperium/contract/mcp/tools.ts'
import type { ToolEndpoint } from '@imperium/contract/mcp/tools.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { runs } from '@imperium/contract/runs.ts'
import { notFound } from '../../../platform/errors.ts'
import type { McpCaller } from './caller.ts'

interface Kind {
  name: string
  title: string
  read: Endpoint
  /** What is listed of them; contacts and runs are too many, and are read by their id. */
  list?: Endpoint
}

const kinds: readonly Kind[] = [
  { name: 'agents', title: 'Agent', read: agents.read, list: agents.list },
  { name: 'campaigns', title: 'Campaign', read: campaigns.read, list: campaigns.list },
  { name: 'contacts', title: 'Contact', read: contacts.read },
  { name: 'runs', title: 'Run of an agent', read: runs.read },
]

const mimeType = 'application/json'
const listed = 50
const Row = z.object({ id: z.string(), name: z.string() })

const mayUse = (caller: McpCaller, endpoint: Endpoint | undefined): endpoint is Endpoint =>
  endpoint !== undefined && isMcpTool(endpoint) && caller.may(endpoint)

export const listResourceTemplates = (caller: McpCaller) => ({
  resourceTemplates: kinds
    .filter(({ read }) => mayUse(caller, read))
    .map(({ name, title }) => ({ uriTemplate: `imperium://${name}/{id}`, name, title, mimeType })),
})

/** The newest agents and campaigns. */
export async function listResources(caller: McpCaller): Promise<ListResourcesResult> {
  const resources: ListResourcesResult['resources'] = []
  for (const { name, list } of kinds) {
    if (!mayUse(caller, list)) continue
    const { data } = await caller.call(list, { query: { limit: String(listed) } })
    for (const row of z.array(Row).parse(data)) resources.push({ uri: `imperium://${name}/${row.id}`, name: row.name, mimeType })
  }
  return { resources }
}

const kindOf = (uri: string) => {
  const [, name, id = ''] = /^imperium:\/\/([a-z]+)\/([\w-]+)$/.exec(uri) ?? []
  return { id, kind: kinds.find((each) => each.name === name) }
}

/** The operation that reads a resource. */
export function resourceEndpoint(uri: string): ToolEndpoint | undefined {
  const read = kindOf(uri).kind?.read
  return read && isMcpTool(read) ? read : undefined
}

/** @throws what the operation refuses with: 404 for an unknown or foreign id, 403 for a missing right. */
export async function readResource(caller: McpCaller, uri: string): Promise<ReadResourceResult> {
  const { id, kind } = kindOf(uri)
  if (!kind) throw notFound('There is no such resource.')
  const { data } = await caller.call(kind.read, { params: { id } })
  return { contents: [{ uri, mimeType, text: JSON.stringify(data) }] }
}

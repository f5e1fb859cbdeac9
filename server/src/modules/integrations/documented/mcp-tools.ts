import type { Client } from '@modelcontextprotocol/client'
import type { z } from 'zod'
import { action } from '../kit/action.ts'
import type { Action } from '../kit/action.ts'
import type { ConnectorContext } from '../kit/request.ts'
import { ServiceError } from '../kit/service-error.ts'
import { fieldsOfSchema, freeId, idOf } from './compile-operations.ts'
import { inputOf } from './document-actions.ts'
import { withMcp } from './mcp-session.ts'
import { nodeOf } from './read-references.ts'
import type { StoredDocument, StoredTool } from './stored-document.ts'

const mostTools = 200
const longestDescription = 2_000

/** The tools that an MCP server offers now. @throws ServiceError */
export const discoverTools = (context: ConnectorContext): Promise<StoredDocument> =>
  withMcp(context, async (client) => {
    const { tools } = await client.listTools()
    const ids = new Set<string>()
    return {
      title: nameOf(client),
      baseUrl: '',
      operations: [],
      tools: tools.slice(0, mostTools).map((tool) => {
        const id = freeId(idOf(tool.name), ids)
        ids.add(id)
        return {
          id,
          name: tool.name,
          title: (tool.title ?? tool.name).slice(0, 120),
          description: (tool.description ?? tool.name).slice(0, longestDescription),
          fields: fieldsOfSchema(nodeOf(tool.inputSchema)),
        }
      }),
    }
  })

const nameOf = (client: Client): string => (client.getServerVersion()?.title ?? client.getServerVersion()?.name ?? '').trim().slice(0, 100)

/** A pinned tool as an action. What it says of itself is not believed: it may change things, and a repeat may do harm. */
export const toolAction = (tool: StoredTool): Action =>
  action({
    title: tool.title,
    description: tool.description,
    input: inputOf(tool.fields),
    sample: {},
    isReadOnly: false,
    run: (input, context) => callTool(context, tool, input),
  })

const callTool = (context: ConnectorContext, tool: StoredTool, input: z.output<z.ZodObject>): Promise<unknown> =>
  withMcp(context, async (client) => {
    const named = Object.fromEntries(tool.fields.flatMap(({ key, name }) => (input[key] === undefined ? [] : [[name, input[key]]])))
    const { content, structuredContent, isError } = await client.callTool({ name: tool.name, arguments: named }, { signal: context.signal })
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    if (isError) throw new ServiceError(text.trim() === '' ? 'The service refused without saying why' : text.slice(0, 500))
    return structuredContent ?? { text }
  })

/** Whether the server describes a pinned tool differently now, or no longer has it. */
export function hasChanged(pinned: readonly StoredTool[], now: readonly StoredTool[]): boolean {
  const current = new Map(now.map((tool) => [tool.name, JSON.stringify(tool)]))
  return pinned.some((tool) => current.get(tool.name) !== JSON.stringify(tool))
}

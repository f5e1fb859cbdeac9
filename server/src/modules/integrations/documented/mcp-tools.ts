import { createHash } from 'node:crypto'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { action } from '../kit/action.ts'
import type { Action } from '../kit/action.ts'
import type { ConnectorContext } from '../kit/request.ts'
import { ServiceError } from '../kit/service-error.ts'
import { fieldsOfSchema, freeId, idOf } from './compile-operations.ts'
import { bodyOf, inputOf, keptEmptyOf } from './document-actions.ts'
import { definitionOf, headerParts } from './header-parts.ts'
import { withMcp } from './mcp-session.ts'
import { isNode, nodeOf, textOf } from './read-references.ts'
import { newBudgets } from './read-schema.ts'
import type { LeftOut, StoredDocument, StoredTool } from './stored-document.ts'

const mostTools = 200
/** Of the list of a server: what it says beyond is not read. */
const mostPages = 64
const mostListed = 1_000
const longestDescription = 2_000
const longestSchema = 8_000
const longestName = 200
const longestResult = 100_000

/** The tools that an MCP server offers now. @throws ServiceError */
export const discoverTools = (context: ConnectorContext): Promise<StoredDocument> =>
  withMcp(context, async (client) => {
    const { tools, odd, isWhole } = await listTools(client)
    const ids = new Set<string>()
    // Of two with one name a call could reach either: the first counts.
    const names = new Set<string>()
    const named = tools.filter(({ name }) => name.length <= longestName && !names.has(name) && names.add(name))
    const nextBudget = newBudgets()
    const leave = (reason: LeftOut['reason']) => (tool: { name: string }) => ({ name: tool.name.slice(0, 120), reason })
    const isLong = tools.filter(({ name }) => name.length > longestName)
    // Beyond the pages that are read there may be more, whose names are not known.
    const unread = isWhole ? [] : [{ name: '…' }]
    const left = [...[...named.slice(mostTools), ...unread].map(leave('too-many')), ...isLong.map(leave('name')), ...odd.map(leave('tool'))]
    return {
      title: nameOf(client),
      baseUrl: '',
      operations: [],
      retiredIds: [],
      leftOut: left.slice(0, mostTools),
      tools: named.slice(0, mostTools).map((tool) => {
        const id = freeId(idOf(tool.name), ids)
        ids.add(id)
        const description = tool.description ?? tool.name
        const schema = JSON.stringify(inOrder(tool.inputSchema), null, 2)
        return {
          id,
          name: tool.name,
          title: (tool.title ?? tool.name).slice(0, 120),
          description: description.slice(0, longestDescription),
          fields: fieldsOfSchema(nodeOf(tool.inputSchema), nextBudget()),
          schema: schema.slice(0, longestSchema),
          headers: headerParts(nodeOf(tool.inputSchema)),
          whole: createHash('sha256')
            .update(JSON.stringify([description, schema]))
            .digest('base64url')
            .slice(0, 22),
        }
      }),
    }
  })

const ListedTools = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() })
const ListedTool = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
})

/**
 * The tools of all pages, and the names of what is none: one odd tool does not cost the others. The client's own list refuses the whole page for
 * it, and takes an empty cursor, which some servers send on their last page, for one more page.
 */
async function listTools(client: Client): Promise<{ tools: z.output<typeof ListedTool>[]; odd: { name: string }[]; isWhole: boolean }> {
  const found: unknown[] = []
  let cursor: string | undefined
  let isWhole = false
  for (let page = 0; page < mostPages; page++) {
    const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } }
    const { tools, nextCursor } = await client.request(request, ListedTools)
    found.push(...tools)
    isWhole = !nextCursor || nextCursor === cursor
    if (isWhole || found.length > mostListed) break
    cursor = nextCursor ?? undefined
  }
  const read = found.map((each) => ({ tool: ListedTool.safeParse(each).data, name: textOf(nodeOf(each)['name']) || '?' }))
  return {
    tools: read.flatMap(({ tool }) => tool ?? []),
    odd: read.filter(({ tool }) => !tool).map(({ name }) => ({ name })),
    isWhole,
  }
}

/** The same text for the same object, whatever the order of its keys. */
const inOrder = (value: unknown): unknown =>
  isNode(value)
    ? Object.fromEntries(
        Object.keys(value)
          .toSorted()
          .map((key) => [key, inOrder(value[key])]),
      )
    : Array.isArray(value)
      ? value.map((each) => inOrder(each))
      : value

const nameOf = (client: Client): string => (client.getServerVersion()?.title ?? client.getServerVersion()?.name ?? '').trim().slice(0, 100)

/** A pinned tool as an action. What it says of itself is not believed: it may change things, and a repeat may do harm. */
export const toolAction = (tool: StoredTool): Action =>
  action({
    title: tool.title,
    description: tool.description,
    input: inputOf(tool.fields),
    sample: {},
    isReadOnly: false,
    keptEmpty: keptEmptyOf(tool.fields),
    run: (input, context) => callTool(context, tool, input),
  })

const callTool = (context: ConnectorContext, tool: StoredTool, input: z.output<z.ZodObject>): Promise<unknown> =>
  withMcp(context, async (client, readExact) => {
    const sent = { ...bodyOf(tool.fields, input) }
    const toolDefinition = definitionOf(tool)
    const options = { signal: context.signal, ...(toolDefinition ? { toolDefinition } : {}) }
    const { content, structuredContent, isError } = await client.callTool({ name: tool.name, arguments: sent }, options)
    const text = content.map(textOfPart).join('\n')
    if (isError) throw new ServiceError(text.trim() === '' ? 'The service refused without saying why' : text.slice(0, 500))
    if (!isNode(structuredContent)) return { text: cut(text) }
    const exact = readExact(structuredContent)
    const structured = JSON.stringify(exact)
    return structured.length > longestResult ? { text: cut(structured) } : exact
  })

/** Words of a file that the answer holds are part of it. */
function textOfPart(part: CallToolResult['content'][number]): string {
  if (part.type === 'text') return part.text
  if (part.type === 'resource' && 'text' in part.resource) return part.resource.text
  return `[${part.type.replaceAll('_', ' ')} left out]`
}

const cut = (text: string): string =>
  text.length > longestResult ? `${text.slice(0, longestResult)}\n[Cut here: the server sent ${text.length} characters]` : text

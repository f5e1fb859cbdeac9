import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { invalid, notFound } from '../../../platform/errors.ts'
import { toAppError } from '../../../platform/operations/problem.ts'
import type { Log } from '../../../platform/log.ts'
import type { McpCaller } from './caller.ts'
import { listedTools, searchTools } from './choose-tools.ts'
import { findTool, placeArguments } from './describe-tools.ts'

const SearchArguments = z.strictObject({ query: z.string().max(200), limit: z.int().min(1).max(20).default(8) })
const CallArguments = z.strictObject({ name: z.string().max(100), arguments: z.record(z.string(), z.unknown()).default({}) })

const finders: readonly Tool[] = [
  {
    name: 'search_operations',
    title: 'Search operations',
    description:
      'Finds operations of Imperium beyond the listed tools, by words such as "suppression list" or "clone campaign". Answers name, summary and input schema of each; call one with call_operation.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', maxLength: 200, description: 'Words of what to do' },
        limit: { type: 'integer', minimum: 1, maximum: 20, default: 8 },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'call_operation',
    title: 'Call an operation',
    description: 'Calls an operation that search_operations has found, with arguments of its input schema.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 100, description: 'Name as search_operations answers it' },
        arguments: { type: 'object', description: 'Arguments by the input schema of the operation' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    // Whatever it calls may be destructive.
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  },
]

export const listTools = (caller: McpCaller): Tool[] => [...finders, ...listedTools(caller).map(({ tool }) => tool)]

/** Calls a tool. What the operation refuses is a result that says so, so that the model can mend its call. */
export async function callTool(caller: McpCaller, log: Log, name: string, given: Record<string, unknown>): Promise<CallToolResult> {
  try {
    if (name === 'search_operations') return search(caller, parse(SearchArguments, given))
    if (name !== 'call_operation') return await callOne(caller, name, given)
    const inner = parse(CallArguments, given)
    return await callOne(caller, inner.name, inner.arguments)
  } catch (error) {
    return refusal(log, error)
  }
}

function search(caller: McpCaller, { query, limit }: z.output<typeof SearchArguments>): CallToolResult {
  const operations = searchTools(caller, query, limit).map(({ endpoint, tool }) => ({
    name: tool.name,
    summary: endpoint.summary,
    scope: endpoint.access,
    readOnly: tool.annotations?.readOnlyHint === true,
    destructive: tool.annotations?.destructiveHint === true,
    inputSchema: tool.inputSchema,
  }))
  return success({ operations })
}

async function callOne(caller: McpCaller, name: string, given: Record<string, unknown>): Promise<CallToolResult> {
  const found = findTool(name)
  // An operation outside the scopes goes to the kit: it refuses and keeps a record.
  if (!found) throw notFound('There is no such operation.')
  return success(await caller.call(found.endpoint, placeArguments(found, given)))
}

const success = <T extends object>(value: T): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
})

function refusal(log: Log, error: unknown): CallToolResult {
  const problem = toAppError(error)
  if (problem.status >= 500) log.error({ err: problem.cause ?? error }, 'an MCP tool failed')
  const { code, status, message, errors, retryAfterSeconds } = problem
  const details = { code, status, message, ...(errors ? { errors } : {}), ...(retryAfterSeconds ? { retryAfterSeconds } : {}) }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(details) }] }
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}

import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { allEndpoints } from '@imperium/contract/registry.ts'
import { isDestructive, isMcpTool, toolName } from '@imperium/contract/mcp/tools.ts'
import type { ToolEndpoint } from '@imperium/contract/mcp/tools.ts'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Given } from '../../../platform/operations/invoke.ts'
import { plainSchema } from '../../../platform/operations/plain-schema.ts'

/** Characters: a campaign's would fill a model's context before its first word. */
const largestOutputSchema = 4_000

type JsonSchema = { type: 'object'; [key: string]: unknown }
type Part = 'params' | 'query' | 'body'

export interface OperationTool {
  endpoint: ToolEndpoint
  name: string
  /** Which part of the request each argument belongs to; `whole`: the body itself, which is no object of fields. */
  places: ReadonlyMap<string, Part | 'whole'>
  tool: Tool
}

export const operationTools: readonly OperationTool[] = allEndpoints.filter(isMcpTool).map((endpoint) => {
  let tool: Tool | undefined
  let places: OperationTool['places'] | undefined
  return {
    endpoint,
    name: toolName(endpoint),
    // Made at first use: 150 schemas would delay every start.
    get tool() {
      return (tool ??= describe(endpoint))
    },
    get places() {
      return (places ??= placesOf(endpoint))
    },
  }
})

const byId = new Map<string, ToolEndpoint>(operationTools.map(({ endpoint }) => [endpoint.id, endpoint]))
export const findEndpoint = (id: string): ToolEndpoint | undefined => byId.get(id)

const byName = new Map(operationTools.map((each) => [each.name, each]))
export const findTool = (name: string): OperationTool | undefined => byName.get(name) ?? byName.get(name.replaceAll('.', '_'))

const shapeOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return []
  const { properties } = toSchema(schema, 'input') as { properties?: object }
  return Object.keys(properties ?? {})
}

function placesOf({ params, query, body }: ToolEndpoint): Map<string, Part | 'whole'> {
  const places = new Map<string, Part | 'whole'>()
  for (const name of shapeOf(params)) places.set(name, 'params')
  for (const name of shapeOf(query)) places.set(name, 'query')
  const fields = shapeOf(body)
  const isFlat = body !== undefined && fields.length > 0 && fields.every((name) => !places.has(name)) && isPlainObject(body)
  if (isFlat) for (const name of fields) places.set(name, 'body')
  else if (body) places.set('body', 'whole')
  return places
}

const isPlainObject = (schema: z.ZodType): boolean => toSchema(schema, 'input')['type'] === 'object'

/** Without a reference at its root, which a schema with a name would be. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const {
    $schema: _dialect,
    id: _id,
    ...own
  } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', override: plainSchema, unrepresentable: 'any' })
  return own
}

function describe(endpoint: ToolEndpoint): Tool {
  const { summary, access } = endpoint
  const readOnly = !isWrite(endpoint)
  const outputSchema = outputSchemaOf(endpoint)
  return {
    name: toolName(endpoint),
    title: summary.split(/[;,:]/)[0] ?? summary,
    description: `${summary}. Needs the scope ${access}.`,
    inputSchema: inputSchemaOf(endpoint),
    ...(JSON.stringify(outputSchema).length <= largestOutputSchema ? { outputSchema } : {}),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: !readOnly && isDestructive(endpoint),
      idempotentHint: readOnly || endpoint.method === 'PUT' || endpoint.method === 'DELETE',
      openWorldHint: false,
    },
  }
}

function inputSchemaOf(endpoint: ToolEndpoint): JsonSchema {
  const { params, query, body } = endpoint
  const places = placesOf(endpoint)
  const parts = { params, query, body }
  const schemas = Object.fromEntries(
    Object.entries(parts).flatMap(([part, schema]) => (schema ? [[part, toSchema(schema, 'input')]] : [])),
  ) as Partial<Record<Part, { properties?: Record<string, unknown>; required?: string[]; $defs?: object }>>
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  for (const [name, place] of places) {
    if (place === 'whole') {
      const { $defs: _defs, ...own } = schemas.body ?? {}
      properties[name] = own
      if (body && !body.safeParse(undefined).success) required.push(name)
      continue
    }
    properties[name] = schemas[place]?.properties?.[name]
    if (schemas[place]?.required?.includes(name)) required.push(name)
  }
  const $defs = Object.assign({}, ...Object.values(schemas).map((schema) => schema.$defs ?? {})) as object
  return shorten({
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  }) as JsonSchema
}

function outputSchemaOf({ reply, paged }: ToolEndpoint): JsonSchema {
  const page = paged ? { page: z.object({ nextCursor: z.string().nullable() }) } : {}
  return shorten(toSchema(z.object({ data: reply ?? z.null(), ...page }), 'output')) as JsonSchema
}

/** Without patterns, which are long and which the operation checks itself. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'pattern' && typeof inner === 'string' ? [] : [[key, shorten(inner)]])),
  )
}

/** Puts the arguments where the operation expects them. @throws 422 for one that it does not have. */
export function placeArguments({ places }: OperationTool, given: Record<string, unknown>): Given {
  const parts: { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown } = {
    params: {},
    query: {},
    body: undefined,
  }
  const unknown = Object.keys(given).filter((name) => !places.has(name))
  if (unknown.length > 0) throw invalid(unknown.slice(0, 50).map((path) => ({ path, message: 'This field is not known' })))
  const fields: Record<string, unknown> = {}
  const hasBody = [...places.values()].includes('body')
  for (const [name, value] of Object.entries(given)) {
    const place = places.get(name)
    if (place === 'whole') parts.body = value
    else if (place === 'body') fields[name] = value
    // As they would come in an address: text.
    else if (place) parts[place][name] = asText(value)
  }
  return hasBody ? { ...parts, body: fields } : parts
}

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : Array.isArray(value) ? value.map(asText) : value

import { allEndpoints } from '../contract/src/registry.ts'
import type { Endpoint } from '../contract/src/kit/endpoint.ts'
import { describeEvents, documentJson } from '../server/src/platform/operations/api-documents.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}
interface Described {
  parameters?: { $ref?: string; name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

/** `packages/client/src/api.gen.ts`: the public operations and the events as types that need neither the contract nor zod. */
export function describeClient(): string {
  const document = JSON.parse(documentJson()) as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: Record<string, Schema> }
  }
  // A stream has no answer to wait for; it is read with an EventSource or by polling the run.
  const called = allEndpoints.filter((each) => each.v1 && (!each.event || each.reply))
  const types = called.map((each) => {
    const described = document.paths[`/api/v1${each.path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[each.method.toLowerCase()]
    if (!described) throw new Error(`The document does not have ${each.id}.`)
    return `  /** ${each.summary} */\n  '${each.id}': ${typeOfOperation(each, described)}`
  })
  const eventTypes = describeEvents().map(({ type, label, schema }) => `  /** ${label} */\n  '${type}': ${typeOf(schema as Schema)}`)
  const body = [...types, ...eventTypes].join('\n')
  const schemas = namedIn(body, document.components.schemas)
  return `// Written by \`node scripts/openapi.ts --write\` from the contract.
import type { OperationRoute } from './core.ts'

${schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`).join('\n')}

/** The operations of the public API by their names. */
export interface Operations {
${types.join('\n')}
}

/** The data of each event that webhooks receive. */
export interface EventData {
${eventTypes.join('\n')}
}

/** How each operation is sent. */
export const operations: { readonly [Id in keyof Operations]: OperationRoute } = {
${called.map((each) => `  '${each.id}': ${routeOf(each)},`).join('\n')}
}
`
}

function routeOf({ method, path, paged, idempotent, file }: Endpoint): string {
  const flags = { ...(paged ? { paged } : {}), ...(idempotent ? { idempotent } : {}), ...(file ? { file } : {}) }
  return JSON.stringify({ method, path, ...flags })
}

function typeOfOperation(endpoint: Endpoint, { parameters = [], requestBody, responses }: Described): string {
  const part = (place: string): string[] => {
    const own = parameters.filter((each) => each.in === place)
    if (own.length === 0) return []
    const fields = own.map(({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)}`)
    return [`${place === 'path' ? 'params' : 'query'}${own.some((each) => each.required) ? '' : '?'}: { ${fields.join('; ')} }`]
  }
  const body = requestBody?.content['application/json']?.schema
  const bodyPart = requestBody ? [`body${requestBody.required ? '' : '?'}: ${endpoint.upload ? 'Blob' : typeOf(body ?? {})}`] : []
  const input = [...part('path'), ...part('query'), ...bodyPart]
  const replied = responses[String(endpoint.status ?? 200)]?.content?.['application/json']?.schema?.properties?.['data']
  const data = endpoint.file ? 'Blob' : replied ? typeOf(replied) : 'null'
  return `{ input: { ${input.join('; ')} }; data: ${data}${endpoint.paged ? '; paged: true' : ''} }`
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

/** TypeScript of a JSON Schema. Lengths and patterns are the server's to check. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((each) => typeOf(each)))].map(grouped).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return typeOfArray(schema)
  if (schema.type === 'object') return typeOfObject(schema)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  const parts = (schema.allOf ?? []).map((each) => typeOf(each)).filter((type) => type !== 'unknown')
  return parts.length > 0 ? parts.map(grouped).join(' & ') : 'unknown'
}

const grouped = (type: string): string => (/ [|&] /.test(type) && !/^\{.*\}$/.test(type) ? `(${type})` : type)

function typeOfArray({ items, prefixItems }: Schema): string {
  if (prefixItems) return `[${prefixItems.map((each) => typeOf(each)).join(', ')}]`
  const inner = typeOf(items ?? {})
  return / [|&] /.test(inner) ? `(${inner})[]` : `${inner}[]`
}

function typeOfObject({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties || Object.keys(properties).length === 0) {
    if (additionalProperties === false) return 'Record<string, never>'
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
  }
  const fields = Object.entries(properties).map(([name, inner]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(inner)}`)
  return `{ ${fields.join('; ')} }`
}

/** The components that a text names, and those that these name. */
function namedIn(text: string, schemas: Record<string, Schema>): [string, Schema][] {
  const found = new Map<string, Schema>()
  const visit = (part: string): void => {
    for (const [name] of part.matchAll(/\b[A-Z]\w*\b/g)) {
      const schema = schemas[name]
      if (!schema || found.has(name)) continue
      found.set(name, schema)
      visit(typeOf(schema))
    }
  }
  visit(text.replaceAll(/\/\*\*.*?\*\//g, '').replaceAll(/"[^"]*"/g, ''))
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

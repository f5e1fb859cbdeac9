import { z } from 'zod'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { Problem } from '@imperium/contract/kit/problem.ts'
import { can, roles } from '@imperium/contract/permissions.ts'
import { sharedHeaders, sharedParameters, sharedResponses, securitySchemes } from './openapi-parts.ts'
import { plainSchema } from './plain-schema.ts'
import { envelopeOf } from './reply-schema.ts'
import { refusalsOf } from './statuses.ts'

type Json = Record<string, unknown>
export type OpenapiDocument = Json & { paths: Record<string, Record<string, Json & { operationId: string; responses: Json }>> }

/** All operations of the contract, and their copies below `/api/v1` if public, as an OpenAPI 3.1 document. */
export function describeApi(contract: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>, version: string): OpenapiDocument {
  const schemas: Record<string, Json> = {}
  const toSchema = (schema: z.ZodType, io: 'input' | 'output') => hoist(schema, io, schemas)
  toSchema(Problem, 'output')
  const paths: OpenapiDocument['paths'] = {}
  const modules = Object.entries(contract).filter(([, group]) => Object.keys(group).length > 0)
  for (const [module, group] of modules)
    for (const endpoint of Object.values(group))
      for (const prefix of endpoint.v1 ? ['/api', '/api/v1'] : ['/api']) {
        const path = (paths[prefix + endpoint.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
        path[endpoint.method.toLowerCase()] = describeOperation(module, endpoint, prefix === '/api/v1', toSchema)
      }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Imperium API',
      version,
      summary: 'Everything the web application does.',
      description:
        'Operations below `/api/v1` are the public, versioned interface; they are the same as those below `/api`. Every answer is an envelope: `{ success, data, page?, requestId }`, or a Problem.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ bearer: [] }, { cookie: [], bearer: [] }],
    tags: [
      ...modules.map(([name]) => ({ name, description: `Operations of ${name.replaceAll('-', ' ')}.` })),
      { name: 'v1', description: 'The public, versioned interface.' },
    ],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      headers: sharedHeaders,
      parameters: sharedParameters,
      responses: sharedResponses,
      securitySchemes,
    },
  }
}

type ToSchema = (schema: z.ZodType, io: 'input' | 'output') => Json

/** JSON schema of a zod schema; a schema with an id (`meta({ id })`) becomes a shared component. */
function hoist(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Json>): Json {
  const made = z.toJSONSchema(schema, { io, target: 'draft-2020-12', override: plainSchema }) as Json
  const text = (io === 'input' ? nameInputs(schema, made) : JSON.stringify(made))
    // A schema without a name that refers to itself is free JSON, of any shape.
    .replaceAll(/\{"\$ref":"#\/\$defs\/__schema\d+"\}/g, '{}')
    .replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema: _dialect, $defs, ...own } = JSON.parse(text) as Json
  for (const [id, inner] of Object.entries(($defs ?? {}) as Record<string, Json>)) if (!id.startsWith('__')) keep(id, inner, components)
  const id = own['id']
  if (typeof id !== 'string') return own
  keep(id, own, components)
  return { $ref: `#/components/schemas/${id}` }
}

/**
 * Input and output differ when a schema has defaults: such input components, and all that contain one,
 * are named `<id>Input`.
 */
function nameInputs(schema: z.ZodType, made: Json): string {
  const answered = z.toJSONSchema(schema, { io: 'output', target: 'draft-2020-12', override: plainSchema, unrepresentable: 'any' }) as Json
  const partsOf = ({ $defs, ...own }: Json): [string, string][] =>
    Object.entries({ ...(typeof own['id'] === 'string' ? { [own['id']]: own } : {}), ...(($defs ?? {}) as Json) })
      .filter(([id]) => !id.startsWith('__'))
      .map(([id, part]) => [id, JSON.stringify(part)])
  const outputs = new Map(partsOf(answered))
  const differing = new Set<string>()
  for (let before = -1; before !== differing.size;) {
    before = differing.size
    for (const [id, text] of partsOf(made))
      if (outputs.get(id) !== text || [...differing].some((each) => text.includes(`"#/$defs/${each}"`))) differing.add(id)
  }
  let text = JSON.stringify(made)
  for (const id of differing)
    text = text
      .replaceAll(`"#/$defs/${id}"`, `"#/$defs/${id}Input"`)
      .replaceAll(`"id":"${id}"`, `"id":"${id}Input"`)
      .replaceAll(`"${id}":{`, `"${id}Input":{`)
  return text
}

function keep(id: string, { id: _id, ...schema }: Json, components: Record<string, Json>): void {
  const known = components[id]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two different schemas are called ${id}.`)
  components[id] = schema
}

function describeOperation(
  module: string,
  endpoint: Endpoint,
  isV1: boolean,
  toSchema: ToSchema,
): OpenapiDocument['paths'][string][string] {
  const parameters = [...describeParameters(endpoint, toSchema), ...describeHeaders(endpoint)]
  return {
    operationId: isV1 ? `${endpoint.id}.v1` : endpoint.id,
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    tags: isV1 ? ['v1'] : [module],
    ...(endpoint.access === 'public'
      ? { security: [] }
      : isV1
        ? { security: [{ apiKey: [] }, { bearer: [] }, { cookie: [], bearer: [] }] }
        : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse(undefined).success,
            content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    ...(endpoint.upload ? { requestBody: { required: true, content: Object.fromEntries(endpoint.upload.map((type) => [type, {}])) } } : {}),
    responses: {
      ...describeSuccess(endpoint, toSchema),
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, describeRefusal(endpoint, status)])),
    },
  }
}

/** A page operation refuses with pages too; for a redirect it depends on the request's Accept header. */
const describeRefusal = ({ page }: Endpoint, status: number): Json => {
  const refusal = { $ref: `#/components/responses/Problem${status}` }
  return page ? { ...sharedResponses[`Problem${status}`], content: { 'text/html': {} } } : refusal
}

function describeAccess(endpoint: Endpoint): string {
  const { access, rate } = endpoint
  const who =
    access === 'public'
      ? 'For everybody, without a session.'
      : access === 'signed-in'
        ? 'For every signed-in account.'
        : `Needs the permission \`${access}\`: ${roles.filter((role) => can(role, access)).join(', ')}.`
  const suspended = isWrite(endpoint) && access !== 'public' && access !== 'signed-in' && !endpoint.whileSuspended
  return [
    who,
    ...(endpoint.v1 ? [`API keys need the scope \`${access}\`.`] : []),
    ...(endpoint.agentKey ? ['Open to the key of the agent.'] : []),
    ...(suspended ? ['Refused while the organization is suspended.'] : []),
    ...(endpoint.recentSignIn ? ['Only within ten minutes of a sign-in or a confirmation of identity.'] : []),
    ...(rate ? [`At most ${rate.max} calls in ${rate.perSeconds} seconds.`] : []),
  ].join(' ')
}

function describeParameters(endpoint: Endpoint, toSchema: ToSchema): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (!schema) return []
    const { properties = {}, required = [] } = toSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(properties).map(([name, inner]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema: inner,
    }))
  })
}

function describeHeaders(endpoint: Endpoint): Json[] {
  const names = [
    ...(endpoint.access === 'public' || endpoint.access === 'signed-in' ? [] : ['Tenant']),
    ...(endpoint.idempotent ? ['IdempotencyKey'] : []),
    ...(endpoint.event ? ['LastEventId'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** A plain response in its envelope, an event stream, or both; a stream is always 200. */
function describeSuccess(endpoint: Endpoint, toSchema: ToSchema): Json {
  const status = String(endpoint.status ?? 200)
  const headers = Object.fromEntries(
    Object.keys(sharedHeaders)
      .filter((name) => name !== 'Retry-After')
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
  if (endpoint.redirects) return { '303': { description: 'Goes on at another address.', headers } }
  if (endpoint.raw)
    return {
      [status]: {
        description: 'The answer, in the form of its own protocol.',
        headers,
        content: { 'application/json': {}, 'text/plain': {} },
      },
      default: { description: 'What the workflow answers, with the status that it says.', headers },
    }
  if (endpoint.page)
    return {
      [status]: { description: 'A page, which needs no script.', headers, content: { 'text/html': {} } },
      ...(endpoint.method === 'GET' ? {} : { '303': { description: 'Goes on at another address.', headers } }),
    }
  if (endpoint.file) return { [status]: { description: 'The file.', headers, content: { [endpoint.file]: {} } } }
  const plain = endpoint.reply || !endpoint.event ? { 'application/json': { schema: toSchema(envelopeOf(endpoint), 'output') } } : {}
  const stream = endpoint.event
    ? {
        'text/event-stream': {
          schema: {
            type: 'string',
            description: 'Server-sent events: `id`, `event` (its type) and one line of JSON as `data`, of the shape below.',
            contentMediaType: 'application/json',
            contentSchema: toSchema(endpoint.event, 'output'),
          },
        },
      }
    : {}
  const responses: Json = {}
  if ('application/json' in plain) responses[status] = { description: 'Done.', headers, content: plain }
  if (endpoint.event) {
    const shared = status === '200' ? plain : {}
    responses['200'] = { description: 'Events as they happen.', headers, content: { ...shared, ...stream } }
  }
  return responses
}

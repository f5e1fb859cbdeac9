import { playgroundMethods } from '@imperium/contract/api-playground.ts'
import type { PlaygroundMethod, PlaygroundRow, ReferenceOperation, SavedRequest } from '@imperium/contract/api-playground.ts'
import { exampleOf } from '@imperium/contract/kit/openapi-document.ts'
import type { OperationDocument } from '@imperium/contract/kit/openapi-document.ts'

/** The request on screen. */
export interface Draft {
  method: PlaygroundMethod
  path: string
  pathValues: Record<string, string>
  query: PlaygroundRow[]
  headers: PlaygroundRow[]
  body: string
}

/** The endpoints of the specification, which come first. */
const listed = [
  'GET /api/v1/agents',
  'POST /api/v1/agents',
  'GET /api/v1/agents/{id}',
  'PUT /api/v1/agents/{id}',
  'DELETE /api/v1/agents/{id}',
  'GET /api/v1/campaigns',
  'POST /api/v1/campaigns',
  'GET /api/v1/campaigns/{id}',
  'POST /api/v1/campaigns/{id}/send',
  'GET /api/v1/analytics',
  'GET /api/v1/users',
  'POST /api/v1/webhooks',
]

export const endpointKey = ({ method, path }: Pick<Draft, 'method' | 'path'>): string => `${method} ${path}`

/** The twelve on top, then all others in the order of the document. */
export function orderEndpoints(operations: readonly ReferenceOperation[]): { first: ReferenceOperation[]; others: ReferenceOperation[] } {
  const byKey = new Map(operations.map((each) => [endpointKey(each), each]))
  const first = listed.flatMap((key) => byKey.get(key) ?? [])
  return { first, others: operations.filter((each) => !first.includes(each)) }
}

const row = (key: string, value: string, enabled = true): PlaygroundRow => ({ enabled, key, value })
const defaultQuery = () => [row('limit', '10'), row('offset', '0', false)]
const defaultHeaders = () => [row('Accept', 'application/json')]
const defaultBody = JSON.stringify({ name: '', type: '' }, null, 2)

export const customDraft = (): Draft => ({
  method: 'GET',
  path: '/api/v1/',
  pathValues: {},
  query: defaultQuery(),
  headers: defaultHeaders(),
  body: defaultBody,
})

/** The operation that a request calls: its path may have values in place of the placeholders. */
export function findOperation(
  operations: readonly ReferenceOperation[],
  draft: Pick<Draft, 'method' | 'path'>,
): ReferenceOperation | undefined {
  const [path = ''] = draft.path.split('?')
  const candidates = operations.filter((each) => each.method === draft.method)
  // A fixed path (/agents/stats) goes before a placeholder (/agents/{id}).
  return (
    candidates.find((each) => each.path === path) ??
    candidates.find((each) => new RegExp(`^${each.path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
  )
}

/** `POST /api/v1/agents`; null for other text. */
export function parseEndpoint(key: string): Pick<Draft, 'method' | 'path'> | null {
  const [word, path = ''] = key.split(/ (.*)/s)
  const method = playgroundMethods.find((each) => each === word)
  return method && path.startsWith('/api/v1') ? { method, path } : null
}

/** A request for an endpoint of the document: its parameters as rows, and its body as an example. */
export function draftOf(endpoint: Pick<Draft, 'method' | 'path'>, described: OperationDocument): Draft {
  const query = described.parameters.filter((each) => each.in === 'query' && each.name !== 'cursor')
  const isPaged = described.parameters.some(({ name }) => name === 'cursor')
  const rest = query.filter(({ name }) => name !== 'limit' && name !== 'offset')
  const hasLimit = query.some(({ name }) => name === 'limit')
  return {
    ...endpoint,
    pathValues: {},
    query: [
      ...(hasLimit ? [row('limit', '10')] : []),
      // A paged list knows no offset: it is translated into a cursor.
      ...(isPaged || query.some(({ name }) => name === 'offset') ? [row('offset', '0', false)] : []),
      ...rest.map(({ name, required, schema }) => row(name, textOf(schema.default ?? schema.enum?.[0] ?? ''), required)),
    ],
    headers: defaultHeaders(),
    body: described.body ? JSON.stringify(exampleOf(described.body, described.components), null, 2) : '',
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const draftOfSaved = ({ method, path, pathValues, query, headers, body }: SavedRequest): Draft => ({
  method,
  path,
  pathValues,
  query,
  headers,
  body,
})

export const takesBody = (method: PlaygroundMethod): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH'

/** The names between braces. */
export const placeholdersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

export const enabled = (rows: readonly PlaygroundRow[]): PlaygroundRow[] => rows.filter((each) => each.enabled && each.key.trim() !== '')

/** Path and query as they are sent; a placeholder without a value stays. */
export function addressOf({ path, pathValues, query }: Draft): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => (pathValues[name] ? encodeURIComponent(pathValues[name]) : whole))
  const search = new URLSearchParams(enabled(query).map(({ key, value }) => [key.trim(), value])).toString()
  return search === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${search}`
}

/** Why it cannot be sent; null if it can. */
export const isSendable = ({ path, pathValues }: Draft): boolean =>
  /^\/api\/v1\/\S+$/.test(path) && !path.includes('..') && placeholdersOf(path).every((name) => pathValues[name]?.trim())

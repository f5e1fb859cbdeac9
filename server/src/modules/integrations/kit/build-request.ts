import { fill } from './auth.ts'
import type { ApiRequest, QueryValue } from './request.ts'
import type { OpenConnection } from './open-connection.ts'
import { ServiceError } from './service-error.ts'

export interface BuiltRequest {
  url: URL
  method: string
  headers: Headers
  body: string | Uint8Array | null
}

type Values = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

function addAll(target: URLSearchParams, values: Values): void {
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? (value as readonly QueryValue[]) : [value as QueryValue])
      if (one !== null && one !== undefined) target.append(name, String(one))
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

/** The address of a request. @throws ServiceError where it is none, or lies on a host that the credentials are not for. */
function addressOf({ connector, fields }: OpenConnection, { path, isFromRoot = false }: ApiRequest): URL {
  const parts = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, withoutSlash(value.trim())]))
  const base = URL.parse(withoutSlash(fill(connector.baseUrl, parts)))
  const url =
    base && (/^https?:\/\//.test(path) ? URL.parse(path) : URL.parse(`${isFromRoot ? base.origin : withoutSlash(base.href)}${path}`))
  if (!base || !url) throw new ServiceError('The address of this connection is not a web address')
  const isOwn = url.origin === base.origin || (url.protocol === 'https:' && (connector.hosts ?? []).includes(url.host))
  if (!isOwn) throw new ServiceError('The service refers to another host, to which the credentials are not sent')
  return url
}

function bodyOf({ json, form, text, bytes }: ApiRequest): { body: string | Uint8Array; contentType: string } | null {
  if (json !== undefined) return { body: JSON.stringify(json), contentType: 'application/json' }
  if (text ?? bytes) return text ?? bytes ?? null
  if (!form) return null
  const fields = new URLSearchParams()
  addAll(fields, form)
  return { body: fields.toString(), contentType: 'application/x-www-form-urlencoded' }
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    throw new ServiceError('A value holds characters that a request cannot carry')
  }
}

/** The request as it leaves: address, body, and the credentials in their places. @throws ServiceError */
export function buildRequest(connection: OpenConnection, request: ApiRequest): BuiltRequest {
  const { auth, fields } = connection
  const url = addressOf(connection, request)
  addAll(url.searchParams, request.query ?? {})
  const given = bodyOf(request)
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'Imperium' })
  if (given) headers.set('content-type', given.contentType)
  for (const [name, value] of Object.entries(request.headers ?? {})) setHeader(headers, name, value)
  const { headers: placed = {}, query = {}, basic } = auth.place
  for (const [name, value] of Object.entries(placed)) setHeader(headers, fill(name, fields), fill(value, fields))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, fill(value, fields))
  // At last: setting a parameter writes the whole query anew, with its commas encoded.
  if (request.encodedQuery) url.search = url.search === '' ? request.encodedQuery : `${url.search}&${request.encodedQuery}`
  if (basic) headers.set('authorization', `Basic ${Buffer.from(basic.map((part) => fill(part, fields)).join(':')).toString('base64')}`)
  return { url, method: request.method ?? 'GET', headers, body: given?.body ?? null }
}

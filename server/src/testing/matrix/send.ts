import type { Readable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { TestApp } from '../test-app.ts'
import type { Route } from './routes.ts'
import type { Sample } from './sample.ts'

export interface Reply {
  status: number
  headers: Record<string, unknown>
  text: string
  /** The parsed body; an empty object when it is no JSON. */
  json: Record<string, unknown>
}

export function urlOf(route: Route, sample: Sample): string {
  const path = route.endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(sample.params?.[name] ?? 'missing'))
  const query = sample.query ? `?${new URLSearchParams(sample.query).toString()}` : ''
  return route.prefix + path + query
}

let sent = 0
/** A new address for every request: the matrices send more unknown tokens per minute than one network may. */
function nextAddress(): string {
  sent += 1
  return `127.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
}

/** Sends one request of an operation; `raw` replaces address or payload by what no proper client would send. */
export async function send(
  t: TestApp,
  route: Route,
  sample: Sample,
  headers: Record<string, string>,
  raw: { url?: string; payload?: string | Buffer; method?: string } = {},
): Promise<Reply> {
  const payload = raw.payload ?? sample.file?.bytes ?? (sample.body === undefined ? undefined : JSON.stringify(sample.body))
  const type = raw.payload === undefined && sample.file ? sample.file.type : 'application/json'
  const request: InjectOptions = {
    method: raw.method ?? route.endpoint.method,
    url: raw.url ?? urlOf(route, sample),
    remoteAddress: nextAddress(),
    headers: { ...(payload === undefined ? {} : { 'content-type': type }), ...headers, ...cookies(sample, headers) },
    ...(payload === undefined ? {} : { payload }),
  }
  const response = await t.app.inject({ ...request, payloadAsStream: true })
  const answered = response.headers['content-type'] ?? ''
  const text = await read(response.stream(), answered.startsWith('text/event-stream'))
  return { status: response.statusCode, headers: response.headers, text, json: answered.includes('json') ? parse(text) : {} }
}

/** A browser sends all its cookies in one header. */
const cookies = ({ headers: own = {} }: Sample, headers: Record<string, string>): Record<string, string> => {
  const { cookie, ...others } = own
  return cookie === undefined ? others : { ...others, cookie: [headers['cookie'], cookie].filter(Boolean).join('; ') }
}

/** The whole body, or an event stream up to its first event: a stream may never end. */
async function read(body: Readable, isStream: boolean): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += String(chunk)
    if (isStream && /^data: .*\n\n/m.test(text)) break
  }
  return text
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Whether the next request can reuse the sample: refused and reading requests change nothing. */
export const changesNothing = ({ endpoint }: Route, { status }: Reply): boolean =>
  status >= 400 || !(isWrite(endpoint) || endpoint.redirects)

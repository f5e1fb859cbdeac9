import type { Platform } from '../../../../platform/platform.ts'
import { applyCredential } from '../../credentials/apply-credential.ts'
import type { OpenCredential } from '../../credentials/apply-credential.ts'
import { bodyOf } from './http-request.ts'
import type { HttpConfig } from './http-request.ts'

const maxResponseBytes = 1024 * 1024
const mostRedirects = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** The only headers sent to another host; the rest was meant for the first one. */
const harmless: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

export interface Outgoing {
  config: HttpConfig
  url: URL
  identity: string
  credential: OpenCredential | null
  signal: AbortSignal
}

/** A credential would be sent to a host that it is not bound to. */
export class HostNotBound extends Error {}

/**
 * Sends a request and follows redirects itself: each hop checks again whether the credential may be sent, and headers for the first
 * host stay with it. @throws EgressError; HostNotBound when the credential is not bound to the first host.
 */
export async function sendRequest(platform: Platform, { config, url: first, identity, credential, signal }: Outgoing): Promise<Response> {
  const deadline = Date.now() + config.timeoutSeconds * 1000
  const given = bodyOf(config)
  let [method, body, url]: [string, string | null, URL] = [config.method, given?.body ?? null, first]
  for (let hop = 0; ; hop++) {
    const isElsewhere = url.origin !== first.origin
    const own = config.headers.filter(({ name }) => !isElsewhere || harmless.has(name.toLowerCase()))
    const headers = new Headers(own.map(({ name, value }): [string, string] => [name, value]))
    if (given && !headers.has('content-type')) headers.set('content-type', given.contentType)
    if (body === null) headers.delete('content-type')
    headers.set('idempotency-key', identity)
    const target = new URL(url)
    if (credential && !applyCredential(credential, target, headers) && hop === 0) throw new HostNotBound()
    const timeoutMs = Math.max(1, deadline - Date.now())
    const response = await platform.httpOut.fetch(target, { method, headers, body, signal, timeoutMs, maxBytes: maxResponseBytes })
    const location = response.headers.get('location')
    const next = location === null ? null : URL.parse(location, url.href)
    if (!config.followRedirects || !redirects.has(response.status) || !next || hop === mostRedirects) return response
    await response.body?.cancel()
    if (response.status === 303 || (response.status < 303 && method === 'POST')) [method, body] = ['GET', null]
    url = next
  }
}

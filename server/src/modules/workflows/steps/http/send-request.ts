import type { Platform } from '../../../../platform/platform.ts'
import { applyCredential } from '../../credentials/apply-credential.ts'
import type { OpenCredential } from '../../credentials/apply-credential.ts'
import { bodyOf } from './http-request.ts'
import type { HttpConfig } from './http-request.ts'

const maxAnswerBytes = 1024 * 1024
const mostRedirects = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** All that another host is told; the rest was meant for the first one. */
const harmless: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

export interface Outgoing {
  config: HttpConfig
  url: URL
  identity: string
  credential: OpenCredential | null
  signal: AbortSignal
}

/** A secret would have gone where it does not belong. */
export class HostNotBound extends Error {}

/**
 * Sends a request and follows redirects, by hand: at every hop the credential is put in anew if it may go there, and headers that were
 * meant for the first host stay with it. @throws EgressError; HostNotBound where the first address is none of the credential's.
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
    const response = await platform.httpOut.fetch(target, { method, headers, body, signal, timeoutMs, maxBytes: maxAnswerBytes })
    const location = response.headers.get('location')
    const next = location === null ? null : URL.parse(location, url.href)
    if (!config.followRedirects || !redirects.has(response.status) || !next || hop === mostRedirects) return response
    await response.body?.cancel()
    if (response.status === 303 || (response.status < 303 && method === 'POST')) [method, body] = ['GET', null]
    url = next
  }
}

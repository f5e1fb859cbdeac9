/** The only way to addresses that users gave (SEC-27): private ones are rejected while connecting, and all limits are enforced here. */
import { lookup as dnsLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, Pool } from 'undici'
import { createAddressRules, normalizeHostname } from './address-rules.ts'
import { EgressError } from './egress-error.ts'
import { fetchOnce, type HttpOutInit } from './fetch-once.ts'
import type { Hold } from '../installation/hold.ts'
import { postOnce, type PostResponse, type PostInit } from './post-once.ts'

export type { HttpOutInit } from './fetch-once.ts'

/** Returns every address of a host name. The default is the system's resolver, including the hosts file. */
type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface HttpOut {
  /**
   * Like the standard `fetch`, with bounds; takes a URL or text. With `maxRedirects` 0 (the default) a 3xx is returned as it is.
   * Throws `EgressError`, also from the body's stream; if the given signal aborts, throws its reason.
   */
  fetch(url: string | URL, init?: HttpOutInit): Promise<Response>
  /**
   * Posts text and reads a text response, under the same rules, for bulk messages: a third of the cost of `fetch`. A 3xx is the response.
   */
  post(url: string, init: PostInit): Promise<PostResponse>
  /** Throws the `EgressError` that `fetch` would throw now. Does not connect. */
  checkUrl(url: string): Promise<void>
  /** Closes the pooled connections. */
  close(): Promise<void>
}

export interface HttpOutOptions {
  /** Nothing is sent while it is on. */
  hold?: Pick<Hold, 'isOn'>
  /** EGRESS_ALLOW: host, host:port, IP, IP:port or CIDR range each. */
  allow: readonly string[]
  resolve?: Resolve
  connectTimeoutMs?: number
  keepAliveMs?: number
  maxConnectionsPerOrigin?: number
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers without secrets. All others are dropped when a redirect leaves the origin. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

const parseUrl = (text: string | URL): URL => {
  const url = URL.parse(String(text))
  if (!url) throw new EgressError('invalid_url', 'cannot be parsed')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError('invalid_url', `scheme ${url.protocol}`)
  if (url.username || url.password) throw new EgressError('invalid_url', 'holds credentials')
  return url
}

/** The request of the next hop, as browsers do it, without the first host's credentials. */
const redirectInit = (status: number, from: URL, to: URL, init: HttpOutInit): HttpOutInit => {
  const headers = new Headers(init.headers)
  const next: HttpOutInit = { ...init, headers }
  if (status === 303 || ((status === 301 || status === 302) && init.method?.toUpperCase() === 'POST')) {
    next.method = 'GET'
    delete next.body
    headers.delete('content-type')
  }
  if (from.origin !== to.origin) next.headers = [...headers].filter(([name]) => HARMLESS_HEADERS.has(name))
  return next
}

/** Checks both the addresses that a name resolves to and literal addresses. */
function createAddressGuard(options: HttpOutOptions) {
  const mayConnect = createAddressRules(options.allow)
  const resolve: Resolve = options.resolve ?? ((hostname) => dnsLookup(hostname, { all: true, verbatim: true }))

  const resolveAllowed = async (hostname: string, port: number) => {
    const literal = normalizeHostname(hostname)
    const family = isIP(literal)
    const found = family
      ? [{ address: literal, family }]
      : await resolve(hostname).catch((cause: unknown) => {
          throw new EgressError('unknown_host', hostname, { cause })
        })
    if (found.length === 0) throw new EgressError('unknown_host', hostname)
    // Only checked addresses are used to connect, so a name with mixed results cannot reach an internal one.
    const allowed = found.filter(({ address }) => mayConnect({ hostname, port, address }))
    if (allowed.length === 0) throw new EgressError('blocked_address', hostname)
    return allowed
  }

  const assertLiteralAllowed = (hostname: string, port: number): void => {
    const literal = normalizeHostname(hostname)
    if (isIP(literal) && !mayConnect({ hostname, port, address: literal })) throw new EgressError('blocked_address', hostname)
  }

  return { resolveAllowed, assertLiteralAllowed }
}

/** Creates the client. Connections are kept alive and pooled per origin; each new one resolves its name once and uses a checked address. */
export const createHttpOut = (options: HttpOutOptions): HttpOut => {
  const { resolveAllowed, assertLiteralAllowed } = createAddressGuard(options)

  /** The socket's own lookup: its result is what gets connected, so a different later DNS result has no effect (R28). */
  const createLookup =
    (port: number): LookupFunction =>
    (hostname, lookupOptions, callback) => {
      resolveAllowed(hostname, port).then(
        (allowed) => {
          if (lookupOptions.all) callback(null, allowed)
          else callback(null, allowed[0]?.address ?? '', allowed[0]?.family)
        },
        (error: Error) => callback(error, '', 0),
      )
    }

  const createConnector = (url: URL): buildConnector.connector => {
    const connect = buildConnector({
      lookup: createLookup(portOf(url)),
      timeout: options.connectTimeoutMs ?? 10_000,
      autoSelectFamily: true,
      allowH2: false,
    })
    // A literal address never reaches the lookup, so it is checked here too, just before the socket.
    return (target, callback) => {
      try {
        assertLiteralAllowed(target.hostname, portOf(url))
        connect(target, callback)
      } catch (error) {
        callback(error as Error, null)
      }
    }
  }

  const agent = new Agent({
    factory: (origin) =>
      new Pool(origin, {
        connect: createConnector(new URL(origin)),
        connections: options.maxConnectionsPerOrigin ?? 256,
        keepAliveTimeout: options.keepAliveMs ?? 15_000,
        // Our own timers limit the whole exchange and each silence; undici's coarser ones are disabled.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
  })

  const refuseHeld = (url: URL): void => {
    if (options.hold?.isOn()) throw new EgressError('held', url.host)
  }

  const follow = async (url: URL, init: HttpOutInit, redirectsLeft: number, deadline: number): Promise<Response> => {
    assertLiteralAllowed(url.hostname, portOf(url))
    refuseHeld(url)
    const response = await fetchOnce(agent, url, init, deadline)
    const location = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || location === null || (init.maxRedirects ?? 0) === 0) return response
    await response.body?.cancel()
    if (redirectsLeft === 0) throw new EgressError('too_many_redirects', url.host, { maybeSent: true })
    const target = URL.parse(location, url.href)
    if (!target) throw new EgressError('bad_response', 'redirect to an unreadable address', { maybeSent: true })
    const next = parseUrl(target)
    return follow(next, redirectInit(response.status, url, next, init), redirectsLeft - 1, deadline)
  }

  return {
    fetch: async (url, init = {}) => follow(parseUrl(url), init, init.maxRedirects ?? 0, Date.now() + (init.timeoutMs ?? 30_000)),
    post: async (text, init) => {
      const url = parseUrl(text)
      assertLiteralAllowed(url.hostname, portOf(url))
      refuseHeld(url)
      return postOnce(agent, url, init)
    },
    checkUrl: async (text) => {
      const url = parseUrl(text)
      await resolveAllowed(url.hostname, portOf(url))
    },
    close: () => agent.destroy(),
  }
}

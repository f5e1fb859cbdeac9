import type { FastifyReply, FastifyRequest } from 'fastify'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { Credentials } from '../auth/auth-context.ts'
import type { Platform } from '../platform.ts'
import { addressGroup } from '../auth/rate-limit.ts'
import type { AuditDetail, PublicContext } from './context.ts'

/** Audit details that the handler has set so far. */
export interface Pending {
  pendingAudit(): AuditDetail
  /** Ends a response that is still streaming: the context's signal aborts. */
  end(): void
}

/** `__Host-` binds the cookie to https, this host and the whole path; browsers refuse it on plain http. */
const cookieName = ({ config }: Platform, name: string): string => (config.publicUrl.startsWith('https:') ? '__Host-' : 'imperium_') + name

export const sessionCookieName = (platform: Platform): string => cookieName(platform, 'session')

function writeCookie(platform: Platform, reply: FastifyReply, name: string, value: string | null, maxAgeSeconds?: number): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: platform.config.publicUrl.startsWith('https:') } as const
  if (value === null) reply.clearCookie(cookieName(platform, name), options)
  else reply.setCookie(cookieName(platform, name), value, { ...options, ...(maxAgeSeconds ? { maxAge: maxAgeSeconds } : {}) })
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function readCredentials(platform: Platform, request: FastifyRequest, endpoint: Endpoint): Credentials {
  const [scheme, bearer] = headerOf(request, 'authorization')?.split(' ') ?? []
  return {
    cookieToken: request.cookies[sessionCookieName(platform)],
    bearer: scheme?.toLowerCase() === 'bearer' ? bearer : undefined,
    isWrite: isWrite(endpoint),
    fetchSite: headerOf(request, 'sec-fetch-site'),
    originIsOurs: isOurOrigin(platform, request),
    network: addressGroup(request.ip),
    origin: { ipAddress: request.ip, userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 400), requestId: request.id },
  }
}

/** An Origin that was sent must be that of the public URL, or of the host that the request was sent to. */
function isOurOrigin(platform: Platform, request: FastifyRequest): boolean {
  const origin = headerOf(request, 'origin')
  if (origin === undefined) return true
  if (origin === new URL(platform.config.publicUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === request.host
}

export function makeBaseContext(platform: Platform, request: FastifyRequest, reply: FastifyReply, viaV1: boolean): PublicContext & Pending {
  let detail: AuditDetail = {}
  let gone: AbortSignal | undefined
  const ended = new AbortController()
  return {
    requestId: request.id,
    method: request.method,
    ipAddress: request.ip,
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 400),
    log: platform.log,
    fromBrowser: headerOf(request, 'origin') !== undefined || headerOf(request, 'sec-fetch-site') !== undefined,
    viaV1,
    header: (name) => headerOf(request, name),
    headers: () => Object.fromEntries(Object.keys(request.headers).map((name) => [name, headerOf(request, name) ?? ''])),
    allowOrigin: (origin) =>
      void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'retry-after', vary: 'origin' }),
    setSessionCookie: (value, maxAgeSeconds) => writeCookie(platform, reply, 'session', value, maxAgeSeconds),
    readCookie: (name) => request.cookies[cookieName(platform, name)],
    setCookie: (name, value, maxAgeSeconds) => writeCookie(platform, reply, name, value, maxAgeSeconds),
    search: () => new URL(request.url, 'http://localhost').search,
    audit: (more) => {
      detail = { ...detail, ...more }
    },
    pendingAudit: () => detail,
    end: () => ended.abort(),
    signal: () => {
      if (!gone) {
        const made = new AbortController()
        reply.raw.once('close', () => made.abort())
        gone = AbortSignal.any([made.signal, ended.signal, request.server.closing])
      }
      return gone
    },
  }
}

import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiKey } from '../../../platform/crypto/api-key-format.ts'
import { AppError, forbidden, limited, unauthenticated } from '../../../platform/errors.ts'
import { isLoopbackHost } from './own-host.ts'
import type { Identity } from '../../../platform/operations/identify.ts'
import { sendProblem, toAppError } from '../../../platform/operations/problem.ts'
import type { Platform } from '../../../platform/platform.ts'
import { buildServer, catalogueOf } from './build-server.ts'
import type { Catalogue } from './build-server.ts'
import { makeCaller } from './caller.ts'
import { MissingScope, refuseMissingScope } from './missing-scope.ts'
import type { McpCaller } from './caller.ts'

const bodyLimit = 1024 * 1024

/** What a page may send and read. The wildcard covers the headers that the protocol makes of parameters. */
const corsHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id, *',
  'access-control-max-age': '600',
}

/** `/mcp`: streamable HTTP. The SDK checks neither token nor Host nor Origin, so all three are checked here. */
export function mountMcp(
  app: FastifyInstance,
  platform: Platform,
  { url = '/mcp', offer = catalogueOf }: { url?: string; offer?: (caller: McpCaller, log: Platform['log']) => Catalogue } = {},
): void {
  const { log } = platform
  const handler = createMcpHandler(({ authInfo }) => buildServer(offer(authInfo?.extra?.['caller'] as McpCaller, log)), {
    onerror: (error) => log.debug({ err: error }, 'an MCP request was refused'),
  })
  app.addHook('onClose', () => handler.close())
  app.route({
    method: ['GET', 'POST', 'DELETE', 'OPTIONS'],
    url,
    bodyLimit,
    config: { operation: 'mcp' },
    handler: async (request, reply) => {
      try {
        refuseForeignPage(platform, request)
        admitPage(request, reply)
        if (request.method === 'OPTIONS') return await reply.headers(corsHeaders).code(204).send()
        const identity = await identifyMcp(platform, request)
        limitRequests(platform, identity)
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const signal = AbortSignal.any([gone.signal, app.closing])
        const caller = makeCaller(platform, { identity, request, reply }, toolSetsOf(request), signal)
        const authInfo = { token: '', clientId: identity.key?.id ?? '', scopes: [...(identity.key?.scopes ?? [])], extra: { caller } }
        refuseBatch(request.body)
        await refuseMissingScope(caller, request.body)
        const response = await handler.fetch(toWebRequest(platform, request, signal), { authInfo, parsedBody: request.body })
        return await reply.header('cache-control', 'no-store').send(response)
      } catch (error) {
        return refuse(platform, request, reply, toAppError(error))
      }
    },
  })
}

/**
 * DNS rebinding: the request must name us, and where we are a program of this machine, its page must be of this machine too (MCP,
 * transports, security warning). A public server is read with a token only, never a cookie: pages of other sites that have one may come.
 */
function refuseForeignPage({ config }: Platform, request: FastifyRequest): void {
  const { host, hostname } = new URL(config.publicUrl)
  const isLocal = isLoopbackHost(hostname)
  const named = URL.canParse(`http://${request.host}`) ? new URL(`http://${request.host}`).hostname : ''
  if (named !== hostname && !(isLoopbackHost(named) && isLocal)) throw forbidden('This host is not ours.')
  const { origin } = request.headers
  if (origin === undefined) return
  const from = URL.canParse(origin) ? new URL(origin) : null
  const isWeb = from?.protocol === 'https:' || (from?.protocol === 'http:' && isLoopbackHost(from.hostname))
  const mayCome = isLocal ? from !== null && isLoopbackHost(from.hostname) : isWeb
  if (!mayCome && from?.host !== host && from?.host !== request.host) throw forbidden('This request did not come from our site.')
}

/** Without credentials: the browser adds no cookie, and we would read none. */
function admitPage({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  if (origin === undefined) return
  void reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'www-authenticate, mcp-session-id, mcp-protocol-version, retry-after',
    vary: 'origin',
  })
}

/** An API key, or the access token of a connected assistant. @throws 401, 403 */
async function identifyMcp({ keys }: Platform, request: FastifyRequest): Promise<Identity> {
  const [scheme, bearer = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !isApiKey(bearer)) throw unauthenticated('Connect with an access token or an API key.')
  const holder = await keys.authenticate(bearer, request.ip)
  // Its audience is the API playground.
  if (holder.key.isOfSession) throw unauthenticated('This API key is not valid.')
  return holder
}

/** Messages of the protocol itself, of a connection whatever its token of the hour; each call of an operation counts against the limits of the API besides. @throws 429 */
function limitRequests({ limiter, config, clock }: Platform, { key }: Identity): void {
  const state = limiter(`mcp:${key?.connectionId ?? key?.id}`, config.rateLimitAppPerMinute, 60, clock.now().getTime())
  if (!state.allowed) throw limited(state.resetSeconds)
}

/**
 * One message a request, as the protocol asks since 2025-06-18: an array would make many calls for one request's share of the limit.
 * @throws 400
 */
function refuseBatch(body: unknown): void {
  if (Array.isArray(body))
    throw new AppError('BAD_REQUEST', 400, 'Send one message a request: arrays of calls are not part of the protocol.')
}

/** `?tools=agents,campaigns`: whole modules as tools; `?tools=all`: everything that the scopes allow. */
function toolSetsOf(request: FastifyRequest): string[] | null {
  const { tools } = request.query as { tools?: unknown }
  return typeof tools === 'string' && tools !== '' ? tools.slice(0, 1000).split(',') : null
}

function toWebRequest({ config }: Platform, { method, headers }: FastifyRequest, signal: AbortSignal): Request {
  const copied = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'authorization' && name !== 'cookie' && name !== 'content-length' ? [[name, value]] : [],
  )
  return new Request(`${config.publicUrl}/mcp`, { method, headers: copied, signal })
}

export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'

/** A refusal tells clients where tokens come from (RFC 9728, 5.1). */
function refuse({ config, log }: Platform, request: FastifyRequest, reply: FastifyReply, problem: AppError): FastifyReply {
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem }, 'an MCP request failed')
  if (problem.status === 401) {
    const error = request.headers.authorization ? 'error="invalid_token", ' : ''
    reply.header('www-authenticate', `Bearer ${error}resource_metadata="${config.publicUrl}${resourceMetadataPath}"`)
  }
  if (problem instanceof MissingScope)
    reply.header(
      'www-authenticate',
      `Bearer error="insufficient_scope", scope="${problem.scope}", resource_metadata="${config.publicUrl}${resourceMetadataPath}"`,
    )
  return sendProblem(reply, request.id, problem)
}

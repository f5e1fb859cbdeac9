import { mayLoseDigits, parseJson } from '../text/exact-json.ts'
import { hasMoreValues } from '../text/json/json-values.ts'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { newId } from '../ids.ts'
import { Upload } from '../operations/upload.ts'
import { installErrorHandler, refuse, sendProblem, toAppError } from '../operations/problem.ts'
import { AppError, notFound } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { mountSystemRoutes } from './system-routes.ts'
import { mountWebApp } from './web-app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's id, for metrics and logs; absent on other routes. */
    operation?: string
  }
  interface FastifyInstance {
    /** Aborted when the server begins to close, which ends endless responses. */
    closing: AbortSignal
  }
}

/** Server-made pages for contacts and visitors: their paths are short. */
const publicPages = /^\/((forms|confirm|unsubscribe|choices|help|quote|pay)\/|chat\/[a-z0-9]{20}(\/conversation\/[\w-]{43})?(?![^?#]))/

/** The HTTP server with what all routes share: limits, headers, cookies, ids, logs, metrics, refusals. Routes are mounted by the caller. */
export async function createHttp(platform: Platform): Promise<FastifyInstance> {
  const { config } = platform
  const loggerInstance: FastifyBaseLogger = platform.log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    // One line a request is enough: that of `observe` below, which names the operation.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    bodyLimit: 256 * 1024,
    // An incomplete request is closed after 30 s (R25); responses may stream without limit.
    requestTimeout: 20_000,
    // By default Node checks for late requests only every 30 s, and misses half-sent bodies when headers may take longer than the request.
    http: { connectionsCheckingInterval: 5_000, headersTimeout: 15_000 },
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendProblem(reply.headers(headersWithoutHooks), request.id, toAppError(error)),
    rewriteUrl: ({ url = '/' }) => {
      if (url.startsWith('/api/api/')) return url.slice(4)
      // Short, because an SMS has little room for a link.
      if (url.startsWith('/l/')) return `/api${url}`
      return publicPages.test(url) ? `/api/public${url}` : url
    },
  })
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  announceClosing(app)
  installErrorHandler(app)
  await app.register(cookie)
  await app.register(helmet, securityHeaders(config.publicUrl.startsWith('https:')))
  observe(app, platform)
  mountSystemRoutes(app, platform)
  await mountWebApp(app, platform)
  app.setNotFoundHandler((request, reply) => refuse(request, reply, notFound()))
  return app
}

/**
 * `close` waits for every connection, and a browser tab holds one by its event stream, then by keep-alive: so the streams are ended,
 * and connections are closed whenever they become idle, not only those idle at the start.
 */
function announceClosing(app: FastifyInstance): void {
  const closing = new AbortController()
  app.decorate('closing', closing.signal)
  app.addHook('preClose', async () => {
    closing.abort()
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
    timer.unref()
  })
}

/** Of a body of JSON, read before anybody has signed in. */
const mostValues = 100_000
/** Of one that may be longer than others by far: a bundle of thousands of objects. */
const mostValuesOfLong = 300_000
const longBody = 8 * 1024 * 1024

/** Clients send `content-type: application/json` without a body; accepted on a POST that declares none. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    // An operation that checks a signature needs the raw bytes; none accepts invalid JSON.
    const asBytes = request.routeOptions.config.upload?.includes('application/json')
    const text = body.toString('utf8')
    if (hasMoreValues(text, request.routeOptions.bodyLimit > longBody ? mostValuesOfLong : mostValues))
      return done(new AppError('BAD_REQUEST', 400, 'The request body has too many values.'))
    return parse(request, text, (error, value) => {
      if (error) return done(new AppError('BAD_REQUEST', 400, 'The request body is not valid JSON.', { cause: error }))
      if (asBytes) return done(null, new Upload('application/json', body))
      try {
        // The parser of the framework looks for keys that do harm; this one keeps the digits of numbers.
        return done(null, mayLoseDigits(text) ? parseJson(text) : value)
      } catch (error) {
        return done(new AppError('BAD_REQUEST', 400, 'A number of the request body has too many digits.', { cause: error }))
      }
    })
  })
}

// An API response is not a page: it may load and frame nothing. The web app's policy is set with its page.
const securityHeaders = (isHttps: boolean) => ({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : (false as const),
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' as const },
})

// For responses before all hooks.
const headersWithoutHooks = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
}

function observe(app: FastifyInstance, { metrics, log, requests }: Platform): void {
  app.addHook('onRequest', async (request, reply) => {
    requests.add()
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config
    const seconds = reply.elapsedTime / 1_000
    metrics.requests.observe({ operation: operation ?? 'other', status: String(reply.statusCode) }, seconds)
    if (!operation) return
    log.debug(
      { requestId: request.id, operation, method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}

import type { FastifyContextConfig, FastifyInstance, HTTPMethods } from 'fastify'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { AppError } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { stagesOf } from './answer-request.ts'
import type { BoundOperation } from './context.ts'
import { sendProblem } from './problem.ts'
import { serializerOf } from './reply-schema.ts'
import { countingErrors } from './stages/count-call.ts'
import { beginExchange } from './stages/exchange.ts'
import { acceptUploads } from './upload.ts'

const defaultBodyLimit = 256 * 1024
const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Mounts every operation below `/api` (and `/api/v1` if public), with the same stages for all. */
export function mountOperations(app: FastifyInstance, platform: Platform, operations: readonly BoundOperation[]): void {
  acceptUploads(app, operations)
  const methodsOf = new Map<string, Set<string>>()
  for (const operation of operations) {
    for (const prefix of operation.endpoint.v1 ? ['/api', '/api/v1'] : ['/api']) {
      const url = prefix + operation.endpoint.path
      mountRoute(app, platform, operation, url, prefix === '/api/v1')
      const methods = (methodsOf.get(url) ?? new Set()).add(operation.endpoint.method)
      methodsOf.set(url, takesHead(operation.endpoint) ? methods.add('HEAD') : methods)
    }
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, methods)
}

/** Mail scanners and monitors send HEAD first and must see what GET would return (RFC 9110, 9.3.2). An event stream has no end. */
export const takesHead = ({ method, event, reply, noHead }: Endpoint): boolean =>
  method === 'GET' && !noHead && (!event || reply !== undefined)

function refuseOtherMethods(app: FastifyInstance, url: string, methods: Set<string>): void {
  const others = allMethods.filter((method) => !methods.has(method))
  const allow = [...methods].join(', ')
  app.route({
    method: others,
    url,
    config: { operation: 'method-not-allowed' },
    handler: async (request, reply) =>
      sendProblem(
        reply.header('allow', allow),
        request.id,
        new AppError('METHOD_NOT_ALLOWED', 405, message('This URL only accepts {types}.', { types: allow })),
      ),
  })
}

function mountRoute(app: FastifyInstance, platform: Platform, operation: BoundOperation, url: string, viaV1: boolean): void {
  const { endpoint } = operation
  const stages = stagesOf(endpoint)
  app.route({
    method: endpoint.method,
    url,
    bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
    exposeHeadRoute: takesHead(endpoint),
    config: { operation: endpoint.id, ...(endpoint.upload ? { upload: endpoint.upload } : {}), ...opensFor(endpoint) },
    // Fastify asks for the serializer only when there is a schema.
    ...(isEnvelope(endpoint)
      ? { schema: { response: { [endpoint.status ?? 200]: {} } }, serializerCompiler: () => serializerOf(endpoint) }
      : {}),
    handler: async (request, reply) => {
      await countingErrors(beginExchange(platform, operation, request, reply, viaV1), (exchange) => stages.run(exchange))
      return reply
    },
  })
}

const opensFor = ({ page, redirects }: Endpoint): Pick<FastifyContextConfig, 'opensFor'> =>
  page ? { opensFor: 'browsers' } : redirects ? { opensFor: 'links' } : {}

const isEnvelope = (endpoint: Endpoint) =>
  (endpoint.reply || !endpoint.event) && !endpoint.file && !endpoint.redirects && !endpoint.raw && !endpoint.page

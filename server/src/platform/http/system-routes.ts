import type { FastifyInstance, FastifyRequest } from 'fastify'
import { constantTimeEqual } from '../crypto/crypto.ts'
import { notFound, unavailable } from '../errors.ts'
import { measureInstallation } from '../metering/installation-metrics.ts'
import { documentJson } from '../operations/api-documents.ts'
import type { Platform } from '../platform.ts'
import { currentRelease } from '../installation/release.ts'
import { isForThisMachine, isFromThisMachine } from './own-machine.ts'

const pingTimeoutMs = 2_000

/** For the operator's machinery: is the process alive, can it serve, what does it do. */
export function mountSystemRoutes(app: FastifyInstance, platform: Platform): void {
  app.get('/health', { exposeHeadRoute: true }, async () => ({ status: 'ok', ...currentRelease() }))
  app.get('/ready', { exposeHeadRoute: true }, async () => {
    await Promise.race([platform.db.ping(), timeout()]).catch((cause: unknown) => {
      throw unavailable('The database is not reachable.', cause)
    })
    return { status: 'ready' }
  })
  let openapi: string | undefined
  app.get('/api/openapi.json', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((openapi ??= documentJson())),
  )
  const measure = measureInstallation(platform)
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(platform, request)) throw notFound()
    await measure()
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics())
  })
}

async function timeout(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, pingTimeoutMs).unref())
  throw new Error(`no answer within ${pingTimeoutMs} ms`)
}

/** By token when one is configured; otherwise only from this machine (R25: no public metrics). */
function mayReadMetrics({ config }: Platform, { headers, socket }: FastifyRequest): boolean {
  const bearer = headers.authorization?.replace(/^bearer /i, '')
  if (config.metricsToken) return bearer !== undefined && constantTimeEqual(bearer, config.metricsToken)
  return isForThisMachine(config) && isFromThisMachine(socket.remoteAddress, (name) => headers[name]?.toString())
}

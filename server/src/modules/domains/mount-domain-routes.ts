import type { FastifyInstance } from 'fastify'
import { normalDomain } from '@imperium/contract/domains/domains.ts'
import { isHeldHost } from '../../platform/http/host-owners.ts'
import type { Platform } from '../../platform/platform.ts'
import { probeAnswer, probePath } from './probe-host.ts'

/** For the machinery around the product: the check of a host, and the question of a proxy before it orders a certificate. */
export function mountDomainRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { question: string } }>(`${probePath}:question`, async ({ params }, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
    if (!/^[\w-]{43}$/.test(params.question)) return reply.code(404).send('')
    return reply.send(probeAnswer(platform, params.question))
  })
  // Answered from memory, 200 or 404 and nothing else: a flood of unknown names costs no query and no order.
  app.get<{ Querystring: { domain?: string } }>('/.well-known/ask-certificate', async ({ query }, reply) => {
    const domain = typeof query.domain === 'string' ? normalDomain(query.domain) : null
    const isHeld = domain !== null && isHeldHost(platform, domain)
    return reply
      .code(isHeld ? 200 : 404)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(isHeld ? 'yes' : 'no')
  })
}

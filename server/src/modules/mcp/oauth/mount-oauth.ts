import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import { addressGroup } from '../../../platform/auth/rate-limit.ts'
import { limited } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mayRedirectTo, sealClient } from './client-id.ts'
import { exchangeCode, refresh, revokeByToken } from './issue-tokens.ts'
import { describeAuthorization, describeResource, isOurResource } from './resource.ts'

const Registration = z.object({
  client_name: z.string().trim().max(100).default(''),
  redirect_uris: z.array(z.string().max(1000).refine(mayRedirectTo)).min(1).max(mcpLimits.redirectUris),
})
const text = z.string().max(8000)
const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: text,
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
    redirect_uri: text,
    client_id: text,
    resource: text.optional(),
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: text, client_id: text, resource: text.optional() }),
])

/** The authorization server of `/mcp`: metadata, registration, tokens (OAuth 2.1, RFC 7009, 7591, 8414, 9728). All for programs, without cookies. */
export function mountOauth(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 32_768 }, scope.getDefaultJsonParser('error', 'error'))
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 32_768 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    // Clients in browsers are pages of other sites. Nothing here reads a cookie: what a request may do stands in its body.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*')
    })
    for (const url of ['/oauth/register', '/oauth/token', '/oauth/revoke'])
      scope.route({ method: 'OPTIONS', url, config: { operation: 'mcp-oauth' }, handler: async (_request, reply) => preflight(reply) })
    for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
      scope.get(url, async (_request, reply) => reply.send(describeResource(platform)))
    for (const url of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/mcp'])
      scope.get(url, async (_request, reply) => reply.send(describeAuthorization(platform)))
    scope.post('/oauth/register', { config: { operation: 'mcp-oauth' } }, async (request, reply) => register(platform, request, reply))
    scope.post('/oauth/token', { config: { operation: 'mcp-oauth' } }, async (request, reply) => token(platform, request, reply))
    scope.post('/oauth/revoke', { config: { operation: 'mcp-oauth' } }, async (request, reply) => {
      limit(platform, request, 'revoke', 120)
      const given = (request.body as { token?: unknown } | null)?.token
      if (typeof given === 'string') await revokeByToken(platform, given)
      return reply.header('cache-control', 'no-store').send({})
    })
  })
}

const preflight = (reply: FastifyReply): FastifyReply =>
  reply
    .headers({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, mcp-protocol-version',
      'access-control-max-age': '600',
    })
    .code(204)
    .send()

/** @throws 429 */
function limit({ limiter, clock }: Platform, { ip }: FastifyRequest, what: string, perMinute: number): void {
  const state = limiter(`mcp-oauth:${what}:${addressGroup(ip)}`, perMinute, 60, clock.now().getTime())
  if (!state.allowed) throw limited(state.resetSeconds)
}

function register(platform: Platform, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  limit(platform, request, 'register', 20)
  const given = Registration.safeParse(request.body)
  if (!given.success) {
    const isAddress = given.error.issues.some(({ path }) => path[0] === 'redirect_uris')
    return refuse(reply, isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata')
  }
  const { client_name: claimed, redirect_uris: uris } = given.data
  // Controls and marks of direction would let a name pretend to be another on the consent page.
  const name = claimed.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() || 'MCP client'
  return reply
    .code(201)
    .header('cache-control', 'no-store')
    .send({
      client_id: sealClient(platform, { name, uris }),
      client_id_issued_at: Math.floor(platform.clock.now().getTime() / 1000),
      client_name: name,
      redirect_uris: uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
}

async function token(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  limit(platform, request, 'token', 120)
  const type = (request.body as { grant_type?: unknown } | null)?.grant_type
  if (type !== 'authorization_code' && type !== 'refresh_token') return refuse(reply, 'unsupported_grant_type')
  const given = TokenRequest.safeParse(request.body)
  if (!given.success) return refuse(reply, 'invalid_request')
  const { data } = given
  if (data.resource !== undefined && !isOurResource(platform, data.resource)) return refuse(reply, 'invalid_target')
  const tokens =
    data.grant_type === 'refresh_token'
      ? await refresh(platform, { token: data.refresh_token, clientId: data.client_id })
      : await exchangeCode(platform, {
          code: data.code,
          codeVerifier: data.code_verifier,
          redirectUri: data.redirect_uri,
          clientId: data.client_id,
        })
  return tokens ? reply.header('cache-control', 'no-store').send(tokens) : refuse(reply, 'invalid_grant')
}

const refuse = (reply: FastifyReply, error: string): FastifyReply => reply.code(400).header('cache-control', 'no-store').send({ error })

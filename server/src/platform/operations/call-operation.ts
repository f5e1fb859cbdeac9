import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Page } from '@imperium/contract/kit/endpoint.ts'
import type { Platform } from '../platform.ts'
import type { Identity } from './identify.ts'
import { serializerOf } from './reply-schema.ts'
import { checkPermission } from './stages/check-permission.ts'
import { confirmRecentSignIn } from './stages/confirm-recent-sign-in.ts'
import { countCall, countingErrors } from './stages/count-call.ts'
import { enterOrganization } from './stages/enter-organization.ts'
import { beginExchange } from './stages/exchange.ts'
import type { Exchange, Identified } from './stages/exchange.ts'
import { limitRate } from './stages/limit-rate.ts'
import { performOperation } from './stages/perform-operation.ts'
import { Stages } from './stages/stages.ts'
import { validateInput } from './stages/validate-input.ts'
import type { Given } from './invoke.ts'

/** The stages of `answer-request.ts` for a caller that is identified already, without an HTTP response. */
const stages = Stages.of<Exchange & Identified>()
  .add(limitRate)
  .add(confirmRecentSignIn)
  .add(enterOrganization)
  .add(checkPermission)
  .add(countCall)
  .add(validateInput)
  .add(performOperation)

/** The success of an operation as its API would send it, and nothing that its contract does not declare. */
export interface OperationReply {
  data: unknown
  page?: { nextCursor: string | null }
}

/** The request of another protocol, and the caller that it has shown to be. */
export interface OuterCall {
  identity: Identity
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Calls an operation as the public API does, within a request of another protocol: rate limits, plan, permission, validation, transaction
 * and audit row. @throws what the API would refuse with.
 */
export async function callOperation(
  platform: Platform,
  endpoint: Endpoint,
  { identity, request, reply, given }: OuterCall & { given: Given },
): Promise<OperationReply> {
  const exchange = beginExchange(platform, platform.operations(endpoint.id), withInput(request, given), withoutHeaders(reply), true)
  const { userId, firstName, lastName } = identity.caller
  const identified = Object.assign(exchange, {
    identity,
    credentials: undefined as never,
    actor: { kind: 'user' as const, id: userId, name: `${firstName} ${lastName}` },
  })
  const { result } = await countingErrors(identified, (started) => stages.run(started))
  return serialize(endpoint, result)
}

function serialize(endpoint: Endpoint, result: unknown): OperationReply {
  const { rows, nextCursor } = endpoint.paged ? (result as Page<unknown>) : { rows: result ?? null, nextCursor: null }
  const page = endpoint.paged ? { page: { nextCursor } } : {}
  const { data, page: sent } = JSON.parse(serializerOf(endpoint)({ success: true, data: rows, ...page, requestId: '' })) as OperationReply
  return sent ? { data, page: sent } : { data }
}

/** What the stages read of the request, with the operation's input instead of that of the outer call. */
const withInput = (request: FastifyRequest, { params = {}, query = {}, body }: Given): FastifyRequest => {
  const { id, ip, method, headers, cookies, server, raw, log } = request
  return { id, ip, method, headers, cookies, server, raw, log, url: '/', params, query, body } as unknown as FastifyRequest
}

/** The outer response has its own headers. */
const withoutHeaders = ({ raw }: FastifyReply): FastifyReply => {
  const reply = { raw, header: () => reply }
  return reply as unknown as FastifyReply
}

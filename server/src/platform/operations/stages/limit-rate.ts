import type { FastifyReply } from 'fastify'
import { addressGroup } from '../../auth/rate-limit.ts'
import type { RateState } from '../../auth/rate-limit.ts'
import { limited } from '../../errors.ts'
import type { Exchange } from './exchange.ts'

interface Counted {
  general: string
  own: string
  /** The caller's own limit; it only ever lowers the general one. */
  perHour: number | null
}

/** By session family and by account: a refresh or a second sign-in must not restart the count. A key is counted separately. */
function countedAs({ identity, context }: Exchange): Counted {
  if (!identity) {
    const network = `ip:${addressGroup(context.ipAddress)}`
    return { general: network, own: network, perHour: null }
  }
  const { caller, key } = identity
  if (key?.isOfSession) return { general: `session-key:${caller.userId}`, own: `user:${caller.userId}`, perHour: null }
  return key
    ? { general: `key:${key.id}`, own: `key:${key.id}`, perHour: key.rateLimitPerHour }
    : { general: `session:${caller.familyId}`, own: `user:${caller.userId}`, perHour: null }
}

/** Counts the request against the operation's own limit and the general one. @throws 429 */
export function limitRate(exchange: Exchange): void {
  const { platform, operation, reply, context } = exchange
  const { config, limiter, clock } = platform
  const { endpoint } = operation
  const counted = countedAs(exchange)
  const nowMs = clock.now().getTime()
  const own = endpoint.rate ? limiter(`${endpoint.id}:${counted.own}`, endpoint.rate.max, endpoint.rate.perSeconds, nowMs) : null
  if (own && endpoint.ownLimitOnly) {
    writeRateHeaders(reply, own)
    if (!own.allowed) throw limited(own.resetSeconds)
    return
  }
  const general = context.viaV1
    ? limiter(`v1:${counted.general}`, Math.min(counted.perHour ?? Infinity, config.rateLimitApiPerHour), 3_600, nowMs)
    : limiter(`app:${counted.general}`, config.rateLimitAppPerMinute, 60, nowMs)
  const tightest = own && own.remaining < general.remaining ? own : general
  writeRateHeaders(reply, tightest)
  for (const state of [general, own]) if (state && !state.allowed) throw limited(state.resetSeconds)
}

function writeRateHeaders(reply: FastifyReply, state: RateState): void {
  reply
    .header('x-ratelimit-limit', state.limit)
    .header('x-ratelimit-remaining', state.remaining)
    .header('x-ratelimit-reset', state.resetSeconds)
}

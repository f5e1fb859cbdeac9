import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { Credentials } from '../auth/auth-context.ts'
import { AppError, limited } from '../errors.ts'
import { mayDo } from '../auth/rights.ts'
import type { Platform } from '../platform.ts'
import type { OrgContext } from './context.ts'
import { identifyAgain } from './identify.ts'
import type { Pending } from './request.ts'
import { accessChanged, apiKeysChanged, sightChanged } from '../auth/access-signals.ts'

/** Interval of access checks in case signals are lost; with the age of cached callers a stream ends within 5 s (R12). */
const lookEveryMs = 1_500
/** Each open stream costs a timer, listeners and look-ups; a browser holds six, a program a few dozen. */
const mostPerUser = 200

const openByUser = new Map<string, number>()

/**
 * Ends an event stream once its caller loses access: signed out, session expired, account disabled, removed from the
 * organization, key revoked (SEC-12). A lost database ends nothing. Call the returned function when the stream ends. @throws 429 (SEC-45)
 */
export function guardStream(
  platform: Platform,
  credentials: Credentials,
  endpoint: Endpoint,
  context: Omit<OrgContext, 'tx'> & Pending,
): () => void {
  const { live } = platform
  const { userId } = context.caller
  const who = context.key?.id ?? userId
  const open = openByUser.get(who) ?? 0
  if (open >= mostPerUser) throw limited(5, 'Too many open event streams. Close some and try again.')
  openByUser.set(who, open + 1)
  const look = async () => {
    try {
      const { caller, key } = await identifyAgain(platform, credentials, context)
      const membership = caller.memberships.find((each) => each.id === context.org.id)
      if (!membership || !mayDo(membership, key, endpoint.access as Permission)) context.end()
    } catch (error) {
      if (error instanceof AppError && error.status < 500) context.end()
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  const stops = [
    () => clearInterval(timer),
    live.on(accessChanged, (message) => void (message.userId === userId && look())),
    live.on(apiKeysChanged, (message) => void (message.orgId === context.org.id && look())),
    live.on(sightChanged, (message) => void (context.viewer && message.orgId === context.org.id && context.end())),
    live.onGap(() => void look()),
  ]
  return () => {
    for (const stop of stops.splice(0)) stop()
    const left = (openByUser.get(who) ?? 1) - 1
    if (left > 0) openByUser.set(who, left)
    else openByUser.delete(who)
  }
}

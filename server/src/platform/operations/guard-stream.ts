import type { Credentials } from '../auth-context.ts'
import { AppError, limited } from '../errors.ts'
import type { Platform } from '../platform.ts'
import type { OrgContext } from './context.ts'
import type { Pending } from './request.ts'

/** Where no signal comes through, access is looked at this often; with the age of what is cached a stream ends within 5 s (R12). */
const lookEveryMs = 1_500
/** Each open stream costs a timer, listeners and look-ups; a browser holds six, a program a few dozen. */
const mostPerUser = 200

const openByUser = new Map<string, number>()

/**
 * Ends an event stream once its caller may no longer listen: signed out, session run out, account disabled, removed from the
 * organization (SEC-12). A lost database ends nothing. Call what it returns when the stream is over.
 * @throws 429 for a caller with too many open streams (SEC-45).
 */
export function guardStream({ auth, live }: Platform, credentials: Credentials, context: Omit<OrgContext, 'tx'> & Pending): () => void {
  const { userId } = context.caller
  const open = openByUser.get(userId) ?? 0
  if (open >= mostPerUser) throw limited(5, 'Too many open event streams. Close some and try again.')
  openByUser.set(userId, open + 1)
  const look = async () => {
    try {
      const { memberships } = await auth.lookAgain(credentials)
      if (!memberships.some((each) => each.id === context.org.id)) context.end()
    } catch (error) {
      if (error instanceof AppError && error.status < 500) context.end()
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  const stops = [
    () => clearInterval(timer),
    live.on((message) => void (message.kind === 'access' && message.userId === userId && look())),
    live.onGap(() => void look()),
  ]
  return () => {
    for (const stop of stops.splice(0)) stop()
    const left = (openByUser.get(userId) ?? 1) - 1
    if (left > 0) openByUser.set(userId, left)
    else openByUser.delete(userId)
  }
}

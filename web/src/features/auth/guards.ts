import { redirect } from '@tanstack/react-router'
import type { User } from '@imperium/contract/auth/auth.ts'
import { ApiError } from '../../lib/api-error.ts'
import { isOwnHost } from '../../lib/brand/brand.ts'
import { hintedOrganization } from '../../lib/own-organizations.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clearSession, hasSession, profileQuery, rememberUser } from '../../lib/session.ts'
import { readStored, storageKeys } from '../../lib/storage.ts'
import { rememberLanguage } from '../../lib/words.ts'

/**
 * The signed-in user, cached for five minutes; null without a session. Removes a session that the server rejects.
 * Throws ApiError if the server is unreachable: the session may still be valid.
 */
export async function readUser(): Promise<User | null> {
  if (!hasSession()) return null
  try {
    const user = await queryClient.fetchQuery(profileQuery)
    rememberUser(user)
    return user
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'answer' || error.status >= 500 || error.status === 429) throw error
    clearSession()
    return null
  }
}

/** The path and query of a page in this app; null for any other URL in a link (SEC-9). */
export function ownPath(path: string | undefined): string | null {
  if (!path || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return null
  const url = new URL(path, location.origin)
  return url.origin === location.origin ? url.pathname + url.search : null
}

interface Place {
  pathname: string
  href: string
}

/** Guard of pages that need a sign-in: redirects to /login with the organization of the path and, for deep links, the return path. */
export async function requireUser(place: Place): Promise<User> {
  const user = await readUser()
  if (user) return enterAs(user, place)
  const org = /^\/org\/([^/]+)/.exec(place.pathname)?.[1]
  const isStart =
    /^\/(org\/[^/]+(\/dashboard)?\/?)?$/.test(place.href) || place.pathname === '/dashboard' || place.pathname === '/select-organization'
  throw redirect({ to: '/login', search: { ...(org ? { org } : {}), ...(isStart ? {} : { next: place.href }) } })
}

/** The account's language overrides the browser's. A user who requested account deletion must first confirm or cancel it. */
function enterAs(user: User, place: Place): User | Promise<User> {
  const { language } = user.preferences
  // Without working storage, the next page would reload again in an endless loop.
  if (rememberLanguage(language) && readStored(storageKeys.language) === language) {
    location.replace(place.href)
    return new Promise(() => undefined)
  }
  if (user.deletesAt !== null && place.pathname !== '/keep-account') throw redirect({ to: '/keep-account' })
  return user
}

/** The same, with the user freshly fetched from the server. */
export async function readFreshUser(place: Place): Promise<User> {
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey, refetchType: 'none' })
  return requireUser(place)
}

/** Guard of landing, login and registration: a user with an organization goes to its dashboard. */
export async function redirectSignedIn(): Promise<void> {
  const user = await readUser().catch(() => null)
  const slug = user?.organization?.slug
  if (!slug) return
  // An answer that does not come must not close these pages, which need none.
  const hinted = await hintedOrganization(slug).catch(() => null)
  throw redirect({ to: '/org/$orgSlug/dashboard', params: { orgSlug: hinted ?? slug } })
}

/** The host of an organization that shows its own name alone has no page about the product: it begins with signing in. */
export async function redirectFromLanding(): Promise<void> {
  await redirectSignedIn()
  if (isOwnHost()) throw redirect({ to: '/login' })
}

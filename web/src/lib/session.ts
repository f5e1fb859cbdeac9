import { auth } from '@imperium/contract/auth/auth.ts'
import type { Session, User } from '@imperium/contract/auth/auth.ts'
import { call, query } from './api.ts'
import { rememberPreferences } from './preferences.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

export type SessionEnd = 'expired' | 'logout'

/** The signed-in user with the current organization; failures at the start are the guards' to handle. */
export const profileQuery = { ...query(auth.profile), meta: { silent: true } }

/** True if a session was started in this browser. Its cookie is not readable, only its handle. */
export const hasSession = (): boolean => readStored(storageKeys.token) !== null

/** Stores the signed-in user without secrets, so that another tab or a later visit knows it before the server responds. */
export function rememberUser(user: User): void {
  const { organization, preferences } = user
  writeStored(storageKeys.auth, JSON.stringify({ user, organization, isAuthenticated: true }))
  if (organization) writeStored(storageKeys.tenant, organization.slug)
  rememberPreferences(preferences)
}

/** Stores the session of a sign-in. */
export function startSession(session: Session): void {
  writeStored(storageKeys.token, session.token)
  writeStored(storageKeys.tenant, null)
  rememberUser(session.user)
}

const listeners = new Set<(reason: SessionEnd) => void>()

/** Calls the listener when the session of this page ends. Returns the unsubscribe function. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const factorListeners = new Set<() => void>()

/** Calls the listener when the current organization requires a second factor that the user lacks. Returns the unsubscribe function. */
export function onTwoFactorRequired(listener: () => void): () => void {
  factorListeners.add(listener)
  return () => factorListeners.delete(listener)
}

export function reportTwoFactorRequired(): void {
  for (const listener of factorListeners) listener()
}

/** Removes the stored session. Returns false if there was none, so that each end is announced only once. */
export function endSession(reason: SessionEnd): boolean {
  if (!hasSession()) return false
  clearSession()
  for (const listener of listeners) listener(reason)
  return true
}

/** Announces that another tab ended the session: the shared storage is already cleared. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const isInside = /^\/(org\/|select-organization)/.test(location.pathname)
    if (key === storageKeys.token && newValue === null && isInside) for (const listener of listeners) listener('logout')
  })
}

/** Removes the stored session without announcing it. */
export function clearSession(): void {
  for (const key of [storageKeys.token, storageKeys.auth, storageKeys.tenant]) writeStored(key, null)
  rememberPreferences(null)
}

/** Ends the session on the server, then here. Throws ApiError if the server is unreachable: the session is then still valid. */
export async function logout(): Promise<void> {
  await call(auth.logout)
  endSession('logout')
}

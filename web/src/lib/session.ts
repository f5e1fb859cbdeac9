import { auth } from '@imperium/contract/auth/auth.ts'
import type { Session, User } from '@imperium/contract/auth/auth.ts'
import { call, query } from './api.ts'
import { rememberPreferences } from './preferences.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

export type SessionEnd = 'expired' | 'logout'

/** The signed-in user with the current organization; failures at the start are the guards' to handle. */
export const profileQuery = { ...query(auth.profile), meta: { silent: true } }

/** Whether a session was started in this browser. The cookie that carries it cannot be read, only its handle. */
export const hasSession = (): boolean => readStored(storageKeys.token) !== null

/** Keeps who is signed in, without secrets, so that another tab or a later visit knows it before the server answers. */
export function rememberUser(user: User): void {
  const { organization, preferences } = user
  writeStored(storageKeys.auth, JSON.stringify({ user, organization, isAuthenticated: true }))
  if (organization) writeStored(storageKeys.tenant, organization.slug)
  rememberPreferences(preferences)
}

/** Stores what a sign-in answered. */
export function startSession(session: Session): void {
  writeStored(storageKeys.token, session.token)
  writeStored(storageKeys.tenant, null)
  rememberUser(session.user)
}

const listeners = new Set<(reason: SessionEnd) => void>()

/** Tells when the session of this page ended. Returns how to stop listening. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const factorListeners = new Set<() => void>()

/** Tells when the organization on screen wants a second factor that the person has not. Returns how to stop listening. */
export function onTwoFactorRequired(listener: () => void): () => void {
  factorListeners.add(listener)
  return () => factorListeners.delete(listener)
}

export function tellTwoFactorRequired(): void {
  for (const listener of factorListeners) listener()
}

/** Removes what the browser keeps about the session. False where there was none, so that one end is announced once. */
export function endSession(reason: SessionEnd): boolean {
  if (!hasSession()) return false
  forgetSession()
  for (const listener of listeners) listener(reason)
  return true
}

/** Announces a session that another tab of this browser ended: what was stored of it is gone for this one too. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const isInside = /^\/(org\/|select-organization)/.test(location.pathname)
    if (key === storageKeys.token && newValue === null && isInside) for (const listener of listeners) listener('logout')
  })
}

/** Removes what the browser keeps about the session, without announcing it. */
export function forgetSession(): void {
  for (const key of [storageKeys.token, storageKeys.auth, storageKeys.tenant]) writeStored(key, null)
  rememberPreferences(null)
}

/** Ends the session on the server, then here. Throws ApiError where the server could not be told: it is then still valid. */
export async function logout(): Promise<void> {
  await call(auth.logout)
  endSession('logout')
}

/** Keys of the browser's storage. No value is secret: the session itself is an httpOnly cookie. */
export const storageKeys = {
  /** The handle that pairs with the session cookie and is sent as bearer: it proves that our own page sends the request. */
  token: 'authToken',
  auth: 'imperium:auth',
  tenant: 'selectedTenant',
  /** Own path to go to after a sign-in that leaves for its provider. */
  beforeLogin: 'imperium:before-login',
  language: 'imperium:language',
  preferences: 'imperium:preferences',
  sidebar: 'imperium:sidebar',
} as const

/** Reads a stored string; null if there is none or the browser forbids storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch (error) {
    console.warn('Browser storage cannot be read.', error)
    return null
  }
}

/** Stores a string, or removes it with null. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch (error) {
    console.warn('Browser storage cannot be written.', error)
  }
}

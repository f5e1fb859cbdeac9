import { SealError, newToken } from '../../../platform/crypto/crypto.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'

/** A browser that accounts signed in from: guesses from elsewhere do not count against it (SEC-4). It grants no access. */
export interface Device {
  id: string
  /** Accounts that signed in here, the last one first. */
  userIds: string[]
}

const name = 'device'
const place = 'cookie:device'
const maxAgeSeconds = 400 * 86_400
const mostAccounts = 5

/** The browser's own cookie, sealed by us; null if missing or invalid. */
export function readDevice({ keyRing }: Pick<Platform, 'keyRing'>, context: PublicContext): Device | null {
  const sealed = context.readCookie(name)
  if (!sealed || sealed.length > 2_000) return null
  try {
    return JSON.parse(keyRing.decrypt(sealed, place)) as Device
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** Remembers in the browser that an account signed in there. Programs keep no cookies and get none. */
export function rememberDevice(platform: Pick<Platform, 'keyRing'>, context: PublicContext, userId: string): void {
  if (!context.fromBrowser) return
  const known = readDevice(platform, context)
  const others = known?.userIds.filter((each) => each !== userId) ?? []
  const device: Device = { id: known?.id ?? newToken(), userIds: [userId, ...others].slice(0, mostAccounts) }
  context.setCookie(name, platform.keyRing.encrypt(JSON.stringify(device), place), maxAgeSeconds)
}

import { invalid } from '../../platform/errors.ts'
import { EgressError } from '../../platform/http-out/egress-error.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * Rejects an address that we must not call (private, unless EGRESS_ALLOW names it). A name that does not resolve yet is accepted:
 * every call is checked again when it connects. @throws 422 on `apiBaseUrl`.
 */
export async function checkBaseUrl(platform: Platform, apiBaseUrl: string): Promise<void> {
  try {
    await platform.httpOut.checkUrl(apiBaseUrl)
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason !== 'unknown_host') throw invalid([{ path: 'apiBaseUrl', message: error.publicMessage }])
  }
}

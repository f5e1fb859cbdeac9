import { invalid } from '../../platform/errors.ts'
import { EgressError } from '../../platform/http-out/egress-error.ts'
import type { Platform } from '../../platform/platform.ts'

/** @throws 422 for an address that may not be called. A name that does not resolve now may do so later. */
export async function checkUrl({ httpOut }: Pick<Platform, 'httpOut'>, url: string): Promise<void> {
  try {
    await httpOut.checkUrl(url)
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason !== 'unknown_host') throw invalid([{ path: 'url', message: error.publicMessage }])
  }
}

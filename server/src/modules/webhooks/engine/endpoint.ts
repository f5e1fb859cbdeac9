import type { Platform } from '../../../platform/platform.ts'
import { createSigner } from '../../../platform/signed-http/signer.ts'
import type { Sign } from '../../../platform/signed-http/signer.ts'
import { openHeaders, openSecret } from '../webhook-secret.ts'
import type { EndpointRow } from './session-store.ts'

/** A webhook ready to be called. */
export interface Endpoint {
  url: string
  headers: Record<string, string>
  sign: Sign
}

export function openEndpoint(platform: Pick<Platform, 'keyRing' | 'clock'>, id: string, row: EndpointRow): Endpoint {
  const { former_secret: former, former_until: until } = row
  return {
    url: row.url,
    headers: openHeaders(platform, id, row.headers),
    sign: createSigner({
      secret: openSecret(platform, id, row.secret),
      former: former !== null && until !== null ? { secret: openSecret(platform, id, former), until: until.getTime() } : undefined,
      now: () => platform.clock.now().getTime(),
    }),
  }
}

/** Headers for the log: the customer's own without their values. */
export function withoutValues(headers: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Object.hasOwn(own, name) ? '***' : value]))
}

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

const signatures = new Set(['webhook-signature', 'x-imperium-signature'])

/** Headers for the log: the customer's own and the signatures without their values: a reader could send the body again as ours. */
export function withoutValues(headers: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>): Record<string, string> {
  const isHidden = (name: string) => Object.hasOwn(own, name) || signatures.has(name.toLowerCase())
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isHidden(name) ? '***' : value]))
}

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createAddressRules, normalizeHostname } from './address-rules.ts'
import { EgressError } from './egress-error.ts'

/**
 * An allowed address of a server that a user named (mail servers do not speak HTTP, so `http-out` does not cover them). Connect to
 * this address, not to the name: a second look-up could differ (R28). @throws EgressError `unknown_host` or `blocked_address`.
 */
export async function findAllowedAddress(allow: readonly string[], hostname: string, port: number): Promise<string> {
  const mayConnect = createAddressRules(allow)
  const literal = normalizeHostname(hostname)
  const found = isIP(literal)
    ? [literal]
    : (
        await lookup(hostname, { all: true, verbatim: true }).catch((cause: unknown) => {
          throw new EgressError('unknown_host', hostname, { cause })
        })
      ).map(({ address }) => address)
  const allowed = found.find((address) => mayConnect({ hostname, port, address }))
  if (allowed === undefined) throw new EgressError('blocked_address', hostname)
  return allowed
}

import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createAddressRules } from './http-out/address-rules.ts'

/** Where a name leads, as its own name servers say. */
export interface NameTarget {
  /** Names on the way, from the first CNAME on; empty without one. */
  cnames: string[]
  /** Of the last name; empty where it leads out of what can be asked. */
  addresses: string[]
}

/** The product's DNS queries; a test can replace it. */
export interface Dns {
  /** The TXT records of a name, each joined from its pieces; empty without such a name or record. Throws when no resolver answered. */
  readTxt(name: string): Promise<string[]>
  /** The same from the zone's own name servers, which know a record at once: no cache answers. Throws when none of them answered. */
  readTxtAtSource(name: string): Promise<string[]>
  /** Follows CNAMEs from zone to zone. Throws when no name server answered. */
  readTargetAtSource(name: string): Promise<NameTarget>
  /** The addresses that this machine would connect to; empty without any. */
  readAddresses(name: string): Promise<string[]>
}

interface DnsOptions {
  /** `address` or `address:port` of resolvers; those of this machine unless given. */
  servers?: readonly string[]
  /** Where name servers of zones answer: another one is for tests. */
  authorityPort?: number
  /** EGRESS_ALLOW: name servers at inside addresses, which the owner of a zone could name, are asked only where it allows them. */
  allow?: readonly string[]
}

const missingRecord = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const waits = { timeout: 2_000, tries: 2 }
const mostCnames = 8
const mostNameServers = 4

/** No such name or record is an answer, and the rest is a failure. */
async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && 'code' in error && missingRecord.has(String(error.code))) return []
    throw error
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')
const joined = (records: readonly string[][]): string[] => records.map((pieces) => pieces.join(''))
const withPort = (address: string, port: number): string =>
  port === 53 ? address : isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`

/** Resolvers without a cache: a user waits for a record that was just created. */
export function createDns({ servers = [], authorityPort = 53, allow = [] }: DnsOptions = {}): Dns {
  const mayConnect = createAddressRules(allow)
  const open = (addresses: readonly string[]): Resolver => {
    const resolver = new Resolver(waits)
    if (addresses.length > 0) resolver.setServers(addresses)
    return resolver
  }
  const addressesBy = async (resolver: Resolver, name: string): Promise<string[]> =>
    (await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])).flat()

  /** The name servers of the zone that a name is in: of the name itself or the nearest name above it that has any. */
  async function zoneOf(name: string): Promise<Resolver> {
    const usual = open(servers)
    const labels = name.split('.')
    for (let at = 0; at < labels.length - 1; at++) {
      const hosts = (await orNone(usual.resolveNs(labels.slice(at).join('.')))).slice(0, mostNameServers)
      if (hosts.length === 0) continue
      const found = await Promise.all(hosts.map(async (host) => (await addressesBy(usual, host)).map((address) => ({ host, address }))))
      const allowed = found.flat().filter(({ host, address }) => mayConnect({ hostname: host, port: authorityPort, address }))
      if (allowed.length > 0) return open(allowed.map(({ address }) => withPort(address, authorityPort)))
    }
    throw Object.assign(new Error(`no name server of ${name} can be asked`), { code: 'ENONAMESERVER' })
  }

  async function readTargetAtSource(start: string): Promise<NameTarget> {
    const cnames: string[] = []
    for (let name = plainName(start); ;) {
      const zone = await zoneOf(name).catch((error: unknown) => {
        // That the name leads there is known; what stands there is another owner's.
        if (cnames.length > 0) return null
        throw error
      })
      if (!zone) return { cnames, addresses: [] }
      const [next] = (await orNone(zone.resolveCname(name))).map(plainName)
      if (next === undefined) return { cnames, addresses: await addressesBy(zone, name) }
      // A circle of CNAMEs leads nowhere, and so does a chain that no resolver would follow.
      if (cnames.includes(next) || next === plainName(start) || cnames.length >= mostCnames) return { cnames, addresses: [] }
      cnames.push(next)
      name = next
    }
  }

  return {
    readTxt: async (name) => joined(await orNone(open(servers).resolveTxt(name))),
    readTxtAtSource: async (name) => joined(await orNone((await zoneOf(name)).resolveTxt(name))),
    readTargetAtSource,
    readAddresses: (name) => addressesBy(open(servers), name),
  }
}

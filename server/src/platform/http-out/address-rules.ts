import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Target of a connection: the name as written, the port, and one resolved address. */
interface Target {
  hostname: string
  port: number
  address: string
}

interface AllowEntry {
  port: number | undefined
  matches(hostname: string, address: Address): boolean
}

/** Public by range but serving the machine's own cloud platform (Azure's host agent). */
const BLOCKED_IPV4 = ['168.63.129.16/32'].map((cidr) => ipaddr.parseCIDR(cidr))
/** Global unicast is assigned only from 2000::/3; all other addresses are local, mapped, translated or unassigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Removes brackets, a trailing dot and case, so that one host has one spelling. */
export const normalizeHostname = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

const parseAddress = (text: string): Address | undefined => (isIP(text) ? ipaddr.parse(text) : undefined)

/** An IPv6 address that only wraps an IPv4 one (`::ffff:127.0.0.1`) is the IPv4 one when compared with the allow-list. */
const unwrapMapped = (address: Address): Address =>
  address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() ? (address as ipaddr.IPv6).toIPv4Address() : address

const isPublic = (address: Address): boolean => {
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !BLOCKED_IPV4.some((cidr) => address.match(cidr))
  return address.match(GLOBAL_IPV6)
}

const splitPort = (entry: string): { host: string; port: number | undefined } => {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry) ?? []
  const host = bracketed ?? plain ?? (isIP(entry) ? entry : undefined)
  if (host === undefined || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
    throw new Error(`EGRESS_ALLOW: "${entry}" is not a host, host:port, IP address or CIDR range.`)
  }
  return { host, port: port === undefined ? undefined : Number(port) }
}

const parseEntry = (entry: string): AllowEntry => {
  if (entry.includes('/')) {
    if (!ipaddr.isValidCIDR(entry)) throw new Error(`EGRESS_ALLOW: "${entry}" is not a CIDR range.`)
    const cidr = ipaddr.parseCIDR(entry)
    return { port: undefined, matches: (_, address) => address.kind() === cidr[0].kind() && address.match(cidr) }
  }
  const { host, port } = splitPort(entry)
  const allowed = parseAddress(host)
  if (allowed) return { port, matches: (_, address) => address.toNormalizedString() === allowed.toNormalizedString() }
  const name = normalizeHostname(host)
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) throw new Error(`EGRESS_ALLOW: "${entry}" is not a host name.`)
  return { port, matches: (hostname) => hostname === name }
}

/**
 * Reads the operator's EGRESS_ALLOW and returns whether a connection is allowed: to any public unicast address and to listed targets.
 * A host name allows whatever it resolves to; `127.0.0.1` does not allow `localhost`'s other addresses. Throws on an invalid entry.
 */
export const createAddressRules = (allow: readonly string[]): ((target: Target) => boolean) => {
  const entries = allow
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(parseEntry)
  return ({ hostname, port, address: text }) => {
    // A zone (fe80::1%eth0) names an interface of this machine: never the internet, and not part of an allow entry.
    const address = parseAddress(text.replace(/%.*$/, ''))
    if (!address) return false
    const unwrapped = unwrapMapped(address)
    const host = normalizeHostname(hostname)
    return isPublic(address) || entries.some((entry) => (entry.port ?? port) === port && entry.matches(host, unwrapped))
  }
}

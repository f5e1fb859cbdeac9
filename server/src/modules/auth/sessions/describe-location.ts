import { BlockList, isIP } from 'node:net'

const own = new BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
own.addAddress('::1', 'ipv6')

const inside = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  inside.addSubnet(network, prefix, 'ipv4')
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('fe80::', 10, 'ipv6')

/**
 * The kind of network of an address, from the address alone; null for the public internet: the product ships no geolocation data and
 * asks no external service about the addresses of its users.
 */
export function describeLocation(ipAddress: string): string | null {
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? ''
  const family = isIP(address)
  if (family === 0) return null
  const type = family === 6 ? 'ipv6' : 'ipv4'
  if (own.check(address, type)) return 'This machine'
  return inside.check(address, type) ? 'Private network' : null
}

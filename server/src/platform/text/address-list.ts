import { BlockList, isIP } from 'node:net'

/** IPv4 over an IPv6 socket counts as IPv4; the zone is ignored. */
const plainAddress = (ip: string): string => (ip.split('%')[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether one of the CIDR ranges (as PostgreSQL writes them) contains the address. An empty list allows every address. */
export function isAddressAllowed(ranges: readonly string[], ip: string): boolean {
  if (ranges.length === 0) return true
  const address = plainAddress(ip)
  const version = isIP(address)
  if (version === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/')
    if (isIP(network) === version) list.addSubnet(network, Number(bits), version === 4 ? 'ipv4' : 'ipv6')
  }
  return list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { normalDomain } from '@imperium/contract/domains/domains.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DomainTarget } from './show-domain.ts'

/** Addresses of the target change seldom, and the page shows them each time. */
const believedMs = 60_000
const known = new WeakMap<Platform['dns'], LRUCache<string, readonly string[]>>()

const targetHost = ({ config }: Pick<Platform, 'config'>): string | null =>
  normalDomain(config.domainsTarget ?? new URL(config.publicUrl).hostname)

/** Where records of custom domains lead: by settings, or by what PUBLIC_URL's host resolves to. */
export async function findTarget(platform: Pick<Platform, 'config' | 'dns' | 'log'>): Promise<DomainTarget> {
  const { config, dns, log } = platform
  const host = targetHost(platform)
  if (config.domainsAddresses.length > 0) return { host, addresses: config.domainsAddresses.filter((address) => isIP(address) > 0) }
  if (host === null) return { host, addresses: [] }
  const cache = known.get(dns) ?? new LRUCache<string, readonly string[]>({ max: 10, ttl: believedMs })
  known.set(dns, cache)
  const cached = cache.get(host)
  if (cached) return { host, addresses: cached }
  try {
    const addresses = await dns.readAddresses(host)
    cache.set(host, addresses)
    return { host, addresses }
  } catch (err) {
    log.warn({ err, host }, 'the addresses of the host for custom domains could not be read')
    return { host, addresses: [] }
  }
}

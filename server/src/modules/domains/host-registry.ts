import { LRUCache } from 'lru-cache'
import { reservedSlugs } from '@imperium/contract/organizations.ts'
import type { HostOwner } from '../../platform/http/host-owners.ts'
import type { Platform } from '../../platform/platform.ts'
import { hostsChanged } from './domain-signal.ts'
import { findSlugOwner, listHeldHosts } from './domain-store.ts'
import type { HeldHost } from './domain-store.ts'

/** So long a change may go unseen where a signal was missed. */
const believedMs = 30_000

interface HostRegistry {
  /** Whose host this is; null for the installation's own and for unknown ones. */
  ownerOf(host: string): Promise<HostOwner | null>
  /** From memory alone: the operator's proxy asks at each first handshake of a name. */
  isHeld(host: string): boolean
  /** `https://app.example.com` of the organization's first live domain; null without one. From memory. */
  originOf(orgId: string): string | null
  load(): Promise<void>
}

/** The hosts of all organizations in memory, read anew when one changes. */
export function createHostRegistry(platform: Platform): HostRegistry {
  const { db, live, log, config, clock } = platform
  const { protocol, port, hostname: ownHost } = new URL(config.publicUrl)
  const slugs = new LRUCache<string, { owner: HostOwner | null }>({ max: 5_000, ttl: believedMs })
  let held = new Map<string, HeldHost>()
  let origins = new Map<string, string>()
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  const read = async (): Promise<void> => {
    const rows = await db.withSystem((tx) => listHeldHosts(tx))
    held = new Map(rows.map((row) => [row.host, row]))
    // The first one of an organization that became live comes last, and stays.
    origins = new Map(
      rows
        .filter(({ isLive }) => isLive)
        .toReversed()
        .map(({ orgId, host }) => [orgId, `${protocol}//${host}${port ? `:${port}` : ''}`]),
    )
    loadedAt = clock.now().getTime()
  }
  const load = (): Promise<void> => (loading ??= read().finally(() => (loading = null)))
  const refresh = (): void => {
    if (Math.abs(clock.now().getTime() - loadedAt) < believedMs) return
    load().catch((err: unknown) => log.warn({ err }, 'the hosts of the organizations could not be read'))
  }
  // Reads again what was changed while the last read was under way.
  const changed = (): void => {
    loadedAt = Number.NEGATIVE_INFINITY
    void (loading ?? Promise.resolve()).then(refresh, refresh)
  }
  live.on(hostsChanged, changed)
  live.onGap(changed)

  const ownerOfSlug = async (slug: string): Promise<HostOwner | null> => {
    const known = slugs.get(slug)
    if (known) return known.owner
    const owner = (await db.withSystem((tx) => findSlugOwner(tx, slug))) ?? null
    slugs.set(slug, { owner })
    return owner
  }

  return {
    load,
    isHeld: (host) => {
      refresh()
      return held.has(host)
    },
    originOf: (orgId) => {
      refresh()
      return origins.get(orgId) ?? null
    },
    ownerOf: async (typed) => {
      const host = typed.toLowerCase().replace(/\.$/, '')
      if (host === ownHost) return null
      if (loadedAt === Number.NEGATIVE_INFINITY) await load()
      refresh()
      const row = held.get(host)
      if (row) return { orgId: row.orgId, slug: row.slug, isCustom: true }
      const slug = host.endsWith(`.${ownHost}`) ? host.slice(0, -ownHost.length - 1) : ''
      if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) || reservedSlugs.includes(slug)) return null
      const owner = await ownerOfSlug(slug)
      return owner && { ...owner, isCustom: false }
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { Brand } from '@imperium/contract/branding/branding.ts'
import type { PageDress } from '../../platform/http/dress-page.ts'
import type { HostOwner } from '../../platform/http/host-owners.ts'
import type { Platform } from '../../platform/platform.ts'
import { brandChanged } from './brand-signal.ts'
import { readBrand } from './read-brand.ts'

const believedMs = 30_000

/** What the app needs of a brand before its first request. */
const shownBrand = ({ primary, secondary, accent, font, themeMode, scopedCss, logo, favicon, name, hidesProduct, version }: Brand) => ({
  primary,
  secondary,
  accent,
  font,
  themeMode,
  scopedCss,
  logo: logo && { path: logo.path, width: logo.width, height: logo.height },
  favicon: favicon?.path ?? null,
  name,
  hidesProduct,
  version,
})

/** The look of organizations' own hosts, for half a minute from memory; a saved brand shows at once. */
export function createPageDresser(platform: Platform): (owner: HostOwner) => Promise<PageDress> {
  const known = new LRUCache<string, PageDress>({ max: 1_000, ttl: believedMs })
  platform.live.on(brandChanged, ({ orgId }) => void known.delete(orgId))
  platform.live.onGap(() => known.clear())
  return async ({ orgId }) => {
    const cached = known.get(orgId)
    if (cached) return cached
    const brand = await platform.db.withOrg(orgId, (tx) => readBrand(platform, tx))
    const dress = { name: brand.hidesProduct ? brand.name : null, favicon: brand.favicon?.path ?? null, brand: shownBrand(brand) }
    known.set(orgId, dress)
    return dress
  }
}

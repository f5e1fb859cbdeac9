import { brandFontNames } from '@imperium/contract/branding/fonts.ts'
import { ensureContrast, fillFor, textOn } from '@imperium/contract/branding/contrast.ts'
import type { Brand } from '@imperium/contract/branding/branding.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { PageLook } from '../../platform/page-look.ts'
import { readBrand } from './read-brand.ts'

const light = '#ffffff'
const dark = '#17171b'

function colorsOf(primary: string): string {
  const fill = fillFor(primary)
  // In the dark, links and buttons share one color, which must be seen on the dark ground.
  const bright = ensureContrast(primary, [dark])
  const variables = (accent: string, onAccent: string, link: string) => `--accent:${accent};--on-accent:${onAccent};--link:${link}`
  return (
    `:root{${variables(fill, textOn(fill), ensureContrast(primary, [light]))}}` +
    `@media (prefers-color-scheme:dark){:root{${variables(bright, textOn(bright), bright)}}}`
  )
}

function fontOf({ font }: Brand): string {
  const family = `Brand ${brandFontNames[font]}`
  return (
    `@font-face{font-family:'${family}';font-display:swap;font-weight:400 700;src:url('/fonts/${font}.woff2') format('woff2')}` +
    `body{font-family:'${family}',system-ui,-apple-system,"Segoe UI","Hiragino Sans","Noto Sans",sans-serif}`
  )
}

/** One theme for all visitors, where the organization wants one: the rules of the other are taken away by the page. */
const schemeOf = ({ themeMode }: Brand): PageLook['scheme'] => (themeMode === 'system' ? null : themeMode)

/** How a brand dresses pages for contacts; null where none was saved. */
const pageLookOf = (brand: Brand): PageLook | null =>
  brand.version === 0
    ? null
    : {
        css: colorsOf(brand.primary) + fontOf(brand) + brand.scopedCss,
        primary: brand.primary,
        logo: brand.logo && { path: brand.logo.path, width: brand.logo.width, height: brand.logo.height },
        favicon: brand.favicon?.path ?? null,
        scheme: schemeOf(brand),
      }

/** That of the transaction's organization. Its plan plays no part: these pages name the organization alone. */
export const pageLookIn = async (tx: OrgTx): Promise<PageLook | null> =>
  pageLookOf(await readBrand({ config: { brandAloneFrom: 'never' } }, tx))

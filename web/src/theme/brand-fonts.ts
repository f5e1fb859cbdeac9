import { brandFontNames } from '@imperium/contract/branding/fonts.ts'
import type { BrandFont } from '@imperium/contract/branding/fonts.ts'

const isBrandFont = (font: string): font is BrandFont => Object.hasOwn(brandFontNames, font)

/** The family of brand-fonts.css; Inter is that of all pages. */
export const brandFontFamily = (font: BrandFont): string => (font === 'inter' ? "'Inter Variable'" : `'Brand ${brandFontNames[font]}'`)

/** The variable that the theme's font begins with; none for Inter. */
export const brandFontStack = (font: string | undefined): Record<string, string> =>
  font !== undefined && font !== 'inter' && isBrandFont(font) ? { '--brand-font': brandFontFamily(font) } : {}

import { extensionPoint } from '../extension-point.ts'
import type { Platform } from '../platform.ts'
import { escapeHtml } from '../text/escape-html.ts'
import type { HostOwner } from './host-owners.ts'

/** How the page of an organization's host differs from the installation's. */
export interface PageDress {
  /** Stands in place of the product's name; null: the product's stays. */
  name: string | null
  /** Path of a PNG. */
  favicon: string | null
  /** What the app reads before its first request: colors, font, logo. */
  brand: unknown
}

/** Lets the branding module say how an organization looks. */
export const pageDressers = extensionPoint<(owner: HostOwner) => Promise<PageDress>>()

const ownTexts = /<title>Imperium<\/title>|<meta name="description" content="[^"]*" ?\/?>|<noscript>Imperium needs/g

/** The page as the organization of its host looks. One that cannot be read in time is the installation's. */
export async function dressPage(platform: Platform, owner: HostOwner, page: string): Promise<string> {
  const [dresser] = pageDressers.of(platform)
  if (!dresser) return page
  const { name, favicon, brand } = await dresser(owner)
  const named = name === null ? page : page.replace(ownTexts, (text) => inName(text, escapeHtml(name)))
  const icon = favicon === null ? (name === null ? null : '') : `<link rel="icon" href="${escapeHtml(favicon)}" type="image/png">`
  const iconed = icon === null ? named : named.replace(/<link rel="icon"[^>]*>/, () => icon)
  return iconed.replace('</head>', () => `<meta name="brand" content="${escapeHtml(JSON.stringify(brand))}"></head>`)
}

function inName(text: string, name: string): string {
  if (text.startsWith('<title>')) return `<title>${name}</title>`
  return text.startsWith('<meta') ? '' : `<noscript>${name} needs`
}

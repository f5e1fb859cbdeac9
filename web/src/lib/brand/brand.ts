/** What the app shows of an organization's brand. */
export interface ShownBrand {
  primary: string
  secondary: string
  accent: string
  font: string
  themeMode: 'system' | 'light' | 'dark'
  scopedCss: string
  /** Path and size in pixels. */
  logo: { path: string; width: number; height: number } | null
  favicon: string | null
  name: string
  hidesProduct: boolean
}

/** The suggested colors: a brand that has them keeps the colors of the default theme, which suit both modes. */
export const suggestedColors = { primary: '#4f46e5', secondary: '#7c3aed', accent: '#ec4899' } as const

let shown: ShownBrand | null = readWritten()
const listeners = new Set<() => void>()

/** Written into the page by the server where the host is an organization's own. */
function readWritten(): ShownBrand | null {
  // Some tests have no page.
  const written = typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content
  if (!written) return null
  try {
    return JSON.parse(written) as ShownBrand
  } catch (error) {
    console.error('The brand of this page cannot be read.', error)
    return null
  }
}

/** The brand of the host, which stays while the organization changes. */
const ofHost = shown

/** The name of the product on this page: on a host that hides it, the organization's. It does not change while the page lives. */
export const productName = (): string => (ofHost?.hidesProduct ? ofHost.name : 'Imperium')

/** A text of ours with the name that this page has for the product. */
export const inProductName = (text: string): string => (ofHost?.hidesProduct ? text.replaceAll('Imperium', ofHost.name) : text)

/** What the server says of the product itself, every text in it with the name that this page has for it. */
export function inProductNames<T>(value: T): T {
  if (!isOwnHost()) return value
  const named = (each: unknown): unknown => {
    if (typeof each === 'string') return inProductName(each)
    if (Array.isArray(each)) return each.map(named)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, named(inner)]))
  }
  return named(value) as T
}

/** Whether this host shows the organization's name alone. */
export const isOwnHost = (): boolean => ofHost?.hidesProduct === true

export const currentBrand = (): ShownBrand | null => shown

/** Shows the brand of the organization that was opened; null: back to that of the host. */
export function showBrand(brand: ShownBrand | null): void {
  const next = brand ?? ofHost
  if (JSON.stringify(next) === JSON.stringify(shown)) return
  shown = next
  for (const listener of listeners) listener()
}

export function onBrand(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

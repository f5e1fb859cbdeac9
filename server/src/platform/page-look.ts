/** How an organization's brand dresses its pages for contacts. */
export interface PageLook {
  /** Style rules behind those of the page: colors by the page's variables, the font, and the organization's own rules in their scope. */
  css: string
  primary: string
  /** PNG, with its pixels. */
  logo: { path: string; width: number; height: number } | null
  favicon: string | null
  /** Null: by the visitor's setting. */
  scheme: 'light' | 'dark' | null
}

/** The class that the organization's own rules stay inside of. */
export const brandScopeClass = 'brand-scope'

const darkRules = /@media \(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/g

/** The style sheet in one theme only: rules for the dark count always or never. */
export function inScheme(style: string, scheme: PageLook['scheme']): string {
  if (scheme === null) return style
  const shown = style.replace(darkRules, (_all, rules: string) => (scheme === 'dark' ? rules : ''))
  return shown.replace('color-scheme:light dark', `color-scheme:${scheme}`)
}

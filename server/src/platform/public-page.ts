import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { languages } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { brandScopeClass, inScheme } from './page-look.ts'
import type { PageLook } from './page-look.ts'
import { escapeHtml } from './text/escape-html.ts'

// The style of the preference page (web/src/features/consents/public.module.css): light or dark by the browser's setting.
const style = `
:root{color-scheme:light dark;--bg:#f7f7f8;--surface:#fff;--border:#e3e3e8;--text:#17171c;--text-2:#5c5c66;--bad:#b42318;--accent:#3b46d6;--on-accent:#fff;--input:#fff;--edge:#b9b9c3}
@media (prefers-color-scheme:dark){:root{--bg:#0f0f12;--surface:#17171b;--border:#2c2c33;--text:#f1f1f4;--text-2:#a2a2ad;--bad:#ff8a80;--accent:#7f8bff;--on-accent:#0f0f12;--input:#101014;--edge:#4c4c57}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;gap:20px;padding:clamp(28px,10vh,104px) 16px 28px;background:var(--bg);color:var(--text);font:14px/21px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans",sans-serif;overflow-wrap:anywhere}
.organization{margin:0;font-size:15px;font-weight:600;text-align:center}
main{width:100%;max-width:520px;padding:28px;border:1px solid var(--border);border-radius:14px;background:var(--surface)}
h1{margin:0 0 14px;font-size:20px;line-height:27px;font-weight:600;letter-spacing:-.022em}
p{margin:0 0 16px}
.text,.words{color:var(--text-2);white-space:pre-line}
.words{font-size:13px;line-height:19px}
.words{white-space:normal}
.field{display:grid;gap:6px;margin-bottom:14px}
.box{display:flex;gap:10px;align-items:flex-start}
.box{margin-bottom:12px}
.box input{flex:none;width:18px;height:18px;margin:2px 0 0;accent-color:var(--accent)}
label,legend{font-weight:600}
.box label{font-weight:400}
small{font-weight:400;font-size:13px;color:var(--text-2)}
input:not([type=checkbox]),select{width:100%;min-height:42px;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--input);color:var(--text);font:inherit;font-size:16px}
[aria-invalid=true]{border-color:var(--bad)}
fieldset{margin:18px 0 4px;padding:0;border:0;min-width:0}
legend{margin-bottom:8px;padding:0}
.fault{margin:-8px 0 14px;font-size:13px;color:var(--bad)}
.notice{color:var(--bad)}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
button,.button{display:block;width:100%;min-height:44px;padding:10px 16px;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
main>:last-child,form>:last-child{margin-bottom:0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
button:disabled{opacity:.5;cursor:default}
.second{border:1px solid var(--edge);background:none;color:var(--text)}
.quiet{background:none;color:var(--accent)}
.buttons{display:grid;gap:10px}
form+.quiet{margin-top:10px}
.choice{margin:0 0 14px;padding:0 0 6px;border-bottom:1px solid var(--border)}
footer{display:flex;flex-wrap:wrap;justify-content:center;gap:10px 18px;font-size:13px}
footer a,footer b{padding:2px 0;color:var(--text-2)}
`

/** The language that was chosen on the page before, by the query of an address; which may carry what others added to it. */
export function languageChosenIn(search: string): Language | null {
  const chosen = new URLSearchParams(search).get('language')
  return languages.find((each) => each === chosen) ?? null
}

/** The query that selects the page's language; null: the reader's. */
export const languageQuery = (language: Language | null): string => (language ? `?language=${language}` : '')

/** The organization of a page. */
export interface Speaker {
  name: string
  contactEmail: string
  /** Its brand, where it has saved one. */
  look?: PageLook | null
}

interface Frame {
  language: Language
  /** Null when the organization is unknown. */
  speaker: Speaker | null
  title: string
  /** HTML. */
  content: string
  status?: number
  goOn?: string
  /** Style rules of what only this page shows. */
  moreStyle?: string
  /** URL of the page in another language, when the reader can choose. */
  inLanguage?: (language: Language) => string
}

/** A page of an organization for contacts, without scripts: its name, one question, no sign-in. */
export function publicPage({
  language,
  speaker,
  title,
  content,
  status = 200,
  goOn,
  moreStyle = '',
  inLanguage,
}: Frame): Exclude<PageResponse, { location: string }> {
  const name = speaker ? `<p class="organization">${nameOrLogo(speaker)}</p>` : ''
  const mail = speaker?.contactEmail ? [`<a href="mailto:${escapeHtml(speaker.contactEmail)}">${escapeHtml(speaker.contactEmail)}</a>`] : []
  const choices = inLanguage ? languageLinks(language, inLanguage) : []
  const foot = [...mail, ...choices]
  return {
    status,
    language,
    title: speaker ? `${title} · ${speaker.name}` : title,
    ...dressed(style + moreStyle, speaker?.look ?? null),
    body: `${name}<main><h1>${escapeHtml(title)}</h1>${content}</main>${foot.length > 0 ? `<footer>${foot.join('')}</footer>` : ''}`,
    ...(goOn ? { goOn } : {}),
  }
}

const nameOrLogo = ({ name, look }: Speaker): string =>
  look?.logo
    ? `<img src="${escapeHtml(look.logo.path)}" alt="${escapeHtml(name)}" width="${Math.round((look.logo.width * logoHeight(look.logo)) / look.logo.height)}" height="${logoHeight(look.logo)}">`
    : escapeHtml(name)

const highestLogo = 48
const widestLogo = 240
/** Pixels on the page. */
const logoHeight = ({ width, height }: { width: number; height: number }): number =>
  Math.max(1, Math.round(Math.min(highestLogo, height, (widestLogo * height) / width)))

type Dressed = Pick<Exclude<PageResponse, { location: string }>, 'style' | 'head' | 'hasImages' | 'hasFonts' | 'bodyClass'>

/** What a brand adds to a page: the rules behind its own, the icon, and where the organization's rules reach. */
export function dressed(style: string, look: PageLook | null): Dressed {
  if (!look) return { style }
  const icon = look.favicon ? { head: `<link rel="icon" href="${escapeHtml(look.favicon)}" type="image/png">` } : {}
  return { style: inScheme(style + look.css, look.scheme), bodyClass: brandScopeClass, hasImages: true, hasFonts: true, ...icon }
}

const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch', ja: '日本語' }

/** Links to the same page in the other languages. */
export const languageLinks = (language: Language, inLanguage: (language: Language) => string): string[] =>
  languages.map((each) => choiceOf(each, each === language, inLanguage(each)))

const choiceOf = (language: Language, isThis: boolean, href: string): string =>
  isThis
    ? `<b lang="${language}" aria-current="true">${languageNames[language]}</b>`
    : `<a lang="${language}" hreflang="${language}" rel="nofollow" href="${escapeHtml(href)}">${languageNames[language]}</a>`

/** An empty text gives no paragraph. */
export const paragraph = (text: string, kind = 'text'): string => (text ? `<p class="${kind}">${escapeHtml(text)}</p>` : '')

import { setLiquidAside } from '@imperium/contract/email-designs/design-markup.ts'
import { escapeHtml } from '../../../platform/text/liquid.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©', reg: '®', euro: '€' }

/** Numeric entities, and the handful of named ones that mails use. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })

// Up to the next bracket and no further: a run of unclosed tags costs no more than it is long.
const anchor = /<a\s[^<>]*>/gi
const href = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)')/i

/** The fixed http(s) addresses of links, in order, each once. Addresses made by Liquid are not known before rendering. */
export function linksOf(source: string): string[] {
  const { html } = setLiquidAside(source)
  const found = new Set<string>()
  for (const [tag] of html.matchAll(anchor)) {
    const url = addressIn(tag)
    if (url) found.add(url)
  }
  return [...found]
}

function addressIn(tag: string): string | null {
  const match = href.exec(tag)
  const url = decodeEntities(match?.[2] ?? match?.[3] ?? '').trim()
  if (url.includes('\uE000') || url.length > 2000 || !/^https?:\/\//i.test(url)) return null
  return URL.canParse(url) ? url : null
}

/** Replaces the `href` of every fixed link by the result of `wrap` (which may be Liquid); null leaves the link. */
export function rewriteLinks(source: string, wrap: (url: string) => string | null): string {
  const { html, put } = setLiquidAside(source)
  const rewritten = html.replace(anchor, (tag) => {
    const url = addressIn(tag)
    const instead = url === null ? null : wrap(url)
    return instead === null ? tag : tag.replace(href, (_all, before: string) => `${before}"${instead}"`)
  })
  return put(rewritten)
}

// Marks around the address that Liquid made, to find it after rendering: private-use characters that occur nowhere else.
const marks = /href="\uE002(\d+)\uE003([^"\uE004]*)\uE004"/g

const isOurs = /\b(?:unsubscribe_url|preferences_url)\b/

/** The `href` of a tag with its Liquid restored; null where Liquid does not make the address, and for links to our own pages. */
function liquidIn(tag: string, put: (html: string) => string): string | null {
  const match = href.exec(tag)
  const value = match?.[2] ?? match?.[3] ?? ''
  if (!value.includes('\uE000') || value.includes('"')) return null
  const source = put(value).trim()
  // Only web addresses are tracked; Liquid may make the address, but a scheme that is written out is known before.
  const isOther = /^[a-z][a-z0-9+.-]*:/i.test(source) && !/^https?:/i.test(source)
  return isOther || isOurs.test(source) || source.length > 1000 ? null : source
}

/** Links with an address made by Liquid, as written, each once. */
export function liquidLinksOf(source: string): string[] {
  const { html, put } = setLiquidAside(source)
  return [...new Set([...html.matchAll(anchor)].flatMap(([tag]) => liquidIn(tag, put) ?? []))]
}

export const isLiquidLink = (url: string): boolean => /\{[{%]/.test(url)

/** Marks links with an address made by Liquid that `numberOf` knows, so that `leadMarked` finds the rendered addresses. */
export function markLiquidLinks(source: string, numberOf: (link: string) => number | undefined): string {
  const { html, put } = setLiquidAside(source.replace(/[\uE002-\uE004]/g, ''))
  const marked = html.replace(anchor, (tag) => {
    const link = liquidIn(tag, put)
    const number = link === null ? undefined : numberOf(link)
    if (number === undefined) return tag
    return tag.replace(
      href,
      (_all, _before: string, double?: string, single?: string) => ` href="\uE002${number}\uE003${double ?? single ?? ''}\uE004"`,
    )
  })
  return put(marked)
}

/** Replaces the addresses of marked links by the result of `lead`; null leaves one, and anything but a web address is left. */
export const leadMarked = (html: string, lead: (number: number, url: string) => string | null): string =>
  html.replace(marks, (_all, number: string, made: string) => {
    const url = decodeEntities(made).trim()
    const isWeb = /^https?:\/\//i.test(url) && url.length <= 1500 && URL.canParse(url)
    const instead = isWeb ? lead(Number(number), url) : null
    return `href="${instead === null ? made : escapeHtml(instead)}"`
  })

/** The plain text of an HTML part, with its Liquid kept: blocks become lines, links show their address. */
export function textFromHtml(source: string): string {
  const { html, put } = setLiquidAside(source)
  const text = dropElements(dropComments(html), ['script', 'style', 'head', 'title'])
    .replace(/\s+/g, ' ')
    .replace(/<a\s[^<>]*>([^<]*)<\/a>/gi, (tag, texts: string) => {
      const match = href.exec(tag)
      const url = (match?.[2] ?? match?.[3] ?? '').trim()
      return url === '' || url.startsWith('#') || url === texts.trim() ? texts : `${texts.trim()} (${url})`
    })
    .replace(/<li[^<>]*>/gi, '\n- ')
    .replace(/<(?:br|hr)[^<>]*>|<\/(?:p|div|tr|table|ul|ol|h[1-6]|blockquote|section|article|header|footer)>/gi, '\n')
    .replace(/<\/td>/gi, ' ')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
  const lines = decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
  return put(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  )
}

/** Drops these elements with their content. Without a regular expression: unclosed elements would make it backtrack. */
function dropElements(html: string, names: readonly string[]): string {
  let rest = html
  for (const name of names) {
    const lower = rest.toLowerCase()
    let kept = ''
    let at = 0
    for (;;) {
      const open = findTag(lower, `<${name}`, at)
      if (open < 0) break
      const close = lower.indexOf(`</${name}`, open)
      kept += rest.slice(at, open)
      const end = close < 0 ? -1 : lower.indexOf('>', close)
      at = end < 0 ? rest.length : end + 1
    }
    rest = kept + rest.slice(at)
  }
  return rest
}

function dropComments(html: string): string {
  let kept = ''
  let at = 0
  for (let open = html.indexOf('<!--'); open >= 0; open = html.indexOf('<!--', at)) {
    kept += html.slice(at, open)
    const close = html.indexOf('-->', open + 4)
    at = close < 0 ? html.length : close + 3
  }
  return kept + html.slice(at)
}

function findTag(lower: string, opening: string, from: number): number {
  for (let at = lower.indexOf(opening, from); at >= 0; at = lower.indexOf(opening, at + 1))
    if (/[\s>/]/.test(lower[at + opening.length] ?? '>')) return at
  return -1
}

/** Inserts before the end of the body, or at the end where there is no such tag. */
export function appendToBody(html: string, more: string): string {
  const at = html.toLowerCase().lastIndexOf('</body')
  return at < 0 ? html + more : html.slice(0, at) + more + html.slice(at)
}

/** Right after the beginning of the body, or at the beginning. */
export function prependToBody(html: string, more: string): string {
  const match = /<body[^<>]*>/i.exec(html)
  const at = match ? match.index + match[0].length : 0
  return html.slice(0, at) + more + html.slice(at)
}

/** Text as HTML, Liquid kept as it is. */
export function htmlFromText(source: string): string {
  const { html, put } = setLiquidAside(source)
  return put(escapeHtml(html).replace(/\r?\n/g, '<br>'))
}

import { Parser } from 'htmlparser2'
import { forbidsIndex } from './forbids-index.ts'
import { htmlToMarkdown } from '../documents/html-to-markdown.ts'

export interface ReadPage {
  title: string
  /** Its text with headings. */
  markdown: string
  /** Addresses of its links, without fragments. */
  links: string[]
  mayIndex: boolean
}

const mostLinks = 2_000

/** The text and links of a page, in the order in which they stand. */
export function readPage(html: string, url: string): ReadPage {
  const links = new Set<string>()
  let title = ''
  let isTitle = false
  let mayIndex = true
  let base = url
  const parser = new Parser({
    onopentag: (name, { href, rel, name: meta, content }) => {
      if (name === 'title') isTitle = title === ''
      if (name === 'base' && href) base = URL.parse(href, url)?.href ?? base
      if (name === 'meta' && meta?.toLowerCase() === 'robots' && forbidsIndex(content ?? '')) mayIndex = false
      if (name !== 'a' || !href || links.size >= mostLinks || /\bnofollow\b/i.test(rel ?? '')) return
      const target = withoutFragment(href, base)
      if (target) links.add(target)
    },
    ontext: (text) => {
      if (isTitle) title += text
    },
    onclosetag: (name) => {
      if (name === 'title') isTitle = false
    },
  })
  parser.end(html)
  return { title: title.replaceAll(/\s+/g, ' ').trim(), markdown: htmlToMarkdown(html), links: [...links], mayIndex }
}

/** The absolute address of a link; null for what is no web address. */
export function withoutFragment(href: string, base?: string): string | null {
  const target = URL.parse(href, base)
  if (!target || !/^https?:$/.test(target.protocol) || target.username) return null
  target.hash = ''
  return target.href
}

/** Addresses of a sitemap: of pages, and of further sitemaps where it is an index. */
export function readSitemap(xml: string, most: number): { pages: string[]; sitemaps: string[] } {
  const pages: string[] = []
  const sitemaps: string[] = []
  let inside: string[] | null = null
  // Prefix of the entry: images and videos of a page have a `loc` of another namespace.
  let prefix = ''
  let text: string | null = null
  const parser = new Parser(
    {
      onopentag: (name) => {
        const [, before = '', local] = /^(.*:)?(.+)$/.exec(name) ?? []
        if (local === 'url' || local === 'sitemap') {
          inside = local === 'url' ? pages : sitemaps
          prefix = before
        }
        if (local === 'loc' && before === prefix && inside) text = ''
      },
      ontext: (piece) => {
        if (text !== null) text += piece
      },
      onclosetag: (name) => {
        if (name !== `${prefix}loc` || text === null) return
        const url = withoutFragment(text.trim())
        if (url && inside && inside.length < most) inside.push(url)
        text = null
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { pages, sitemaps }
}

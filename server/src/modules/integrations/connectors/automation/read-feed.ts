export interface FeedItem {
  id: string
  title: string
  link: string
  date: string
  author: string
  summary: string
}

/** Of one reading, the newest first. */
export const mostItems = 200
const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

// Foreign text: no pattern runs past the next beginning of what it looks for, or it would take quadratic time.

/** Text of XML: character data as it is, entities by name or number. */
const decode = (text: string): string =>
  text
    .replaceAll(
      /<!\[CDATA\[((?:(?!<!\[CDATA\[)[\s\S])*?)\]\]>|&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi,
      (all, data: string | undefined, entity: string | undefined) => {
        if (data !== undefined) return data
        const code = entity?.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity?.slice(1))
        if (entity?.startsWith('#')) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
        return names[entity ?? ''] ?? all
      },
    )
    .trim()

/** The content of the first element with one of these names. */
function contentOf(xml: string, ...elements: string[]): string {
  for (const element of elements) {
    const found = new RegExp(`<${element}(?:\\s[^<>]*)?>((?:(?!<${element}[\\s>])[\\s\\S])*?)</${element}>`, 'i').exec(xml)?.[1]
    if (found !== undefined) return decode(found)
  }
  return ''
}

/** Atom names its address in an attribute. */
const linkOf = (xml: string): string =>
  contentOf(xml, 'link') ||
  decode(
    /<link\b(?=[^<>]*\brel="alternate")[^<>]*\bhref="([^"]*)"/i.exec(xml)?.[1] ?? /<link\b[^<>]*\bhref="([^"]*)"/i.exec(xml)?.[1] ?? '',
  )

export interface Feed {
  title: string
  items: FeedItem[]
}

/** Items of RSS 2.0, RSS 1.0 and Atom; null where it is none of these. */
export function readFeed(xml: string): Feed | null {
  if (!/<(rss|feed|rdf:RDF)[\s>]/i.test(xml)) return null
  const parts = xml.match(/<(item|entry)[\s>](?:(?!<(?:item|entry)[\s>])[\s\S])*?<\/\1>/gi) ?? []
  const items = parts.slice(0, mostItems).map((part) => {
    const link = linkOf(part)
    return {
      id: contentOf(part, 'guid', 'id') || link || contentOf(part, 'title'),
      title: contentOf(part, 'title'),
      link,
      date: contentOf(part, 'pubDate', 'published', 'updated', 'dc:date'),
      author: contentOf(contentOf(part, 'author') === '' ? part : part.replaceAll(/<\/?author>/gi, ''), 'name', 'dc:creator', 'author'),
      summary: contentOf(part, 'description', 'summary', 'content:encoded', 'content'),
    }
  })
  return { title: contentOf(xml.split(/<(?:item|entry)[\s>]/i)[0] ?? '', 'title'), items }
}

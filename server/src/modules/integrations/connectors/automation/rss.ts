import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { defineConnector } from '../../kit/connector.ts'
import { textAt } from '../../kit/read-value.ts'
import { ServiceError } from '../../kit/service-error.ts'
import { pollTrigger } from '../../kit/trigger.ts'

interface FeedItem {
  id: string
  title: string
  link: string
  date: string
  author: string
  summary: string
}

const mostItems = 200
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

/** Items of RSS 2.0, RSS 1.0 and Atom. @throws ServiceError where it is none of these */
export function readFeed(body: unknown): { title: string; items: FeedItem[] } {
  const xml = typeof body === 'string' ? body : ''
  if (!/<(rss|feed|rdf:RDF)[\s>]/i.test(xml)) throw new ServiceError('There is no feed at this address')
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

const accept = { accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5' }
const sample = {
  id: 'p1',
  title: 'Spring news',
  link: 'https://acme.example/p1',
  date: 'Tue, 24 Nov 2026 10:00:00 GMT',
  author: 'Ada',
  summary: 'New',
}

/** https://www.rssboard.org/rss-specification and RFC 4287 */
export const rss = defineConnector({
  id: 'rss',
  name: 'RSS',
  category: 'Automation',
  description: 'Reads a feed (RSS or Atom), and starts workflows with new entries.',
  baseUrl: '{feedUrl}',
  auth: [
    {
      kind: 'key',
      label: 'Feed',
      fields: [{ key: 'feedUrl', label: 'Address of the feed', kind: 'address', placeholder: 'https://acme.example/feed.xml' }],
      place: {},
    },
  ],
  test: { run: async ({ send }) => readFeed((await send({ path: '', headers: accept })).body).title || null },
  actions: {
    read_feed: action({
      title: 'Read the feed',
      description: 'Answers title and entries, the newest first.',
      input: z.object({ limit: z.int().min(1).max(mostItems).default(20).meta({ title: 'At most' }) }),
      method: 'GET',
      request: () => ({ path: '', headers: accept }),
      read: (body, _response, { limit }) => {
        const { title, items } = readFeed(body)
        return { title, items: items.slice(0, limit) }
      },
      sample: { title: 'Acme', items: [sample] },
    }),
  },
  triggers: {
    new_entry: pollTrigger({
      title: 'New entry',
      description: 'Starts with each new entry of the feed.',
      input: z.object({}),
      request: () => ({ path: '', headers: accept }),
      items: (body) => readFeed(body).items,
      id: (item) => textAt(item, 'id'),
      sample,
    }),
  },
})

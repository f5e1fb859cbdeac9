import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { defineConnector } from '../../kit/connector.ts'
import { textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'
import type { ConnectorContext } from '../../kit/request.ts'
import { mostItems } from './read-feed.ts'
import { readFeedSafely } from './read-feed-safely.ts'

const accept = { accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5' }
const feedOf = async ({ send }: ConnectorContext) => readFeedSafely((await send({ path: '', headers: accept })).body)
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
  test: { run: async (context) => (await feedOf(context)).title || null },
  actions: {
    read_feed: action({
      title: 'Read the feed',
      description: 'Answers title and entries, the newest first.',
      input: z.object({ limit: z.int().min(1).max(mostItems).default(20).meta({ title: 'At most' }) }),
      isReadOnly: true,
      run: async ({ limit }, context) => {
        const { title, items } = await feedOf(context)
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
      run: async (_input, _cursor, context) => ({ items: (await feedOf(context)).items, cursor: null, isMore: false }),
      id: (item) => textAt(item, 'id'),
      sample,
    }),
  },
})

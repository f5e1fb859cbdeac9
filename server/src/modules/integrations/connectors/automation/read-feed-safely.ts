import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../../platform/threads/thread-reader.ts'
import { ServiceError } from '../../kit/service-error.ts'
import type { Feed } from './read-feed.ts'

const askThread = createThreadReader<string, Feed | null>(new URL('./feed-thread.ts', import.meta.url), { mostMs: 5_000 })

/** By a thread with limits of time and memory. @throws ServiceError */
export async function readFeedSafely(body: unknown): Promise<Feed> {
  const feed = await askThread(typeof body === 'string' ? body : '').catch((cause: unknown) => {
    if (!(cause instanceof ReaderFault || cause instanceof ReaderLimitError)) throw cause
    throw new ServiceError('This feed cannot be read', { cause })
  })
  if (!feed) throw new ServiceError('There is no feed at this address')
  return feed
}

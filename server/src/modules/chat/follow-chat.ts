import type { ChatEvent, ChatStatus } from '@imperium/contract/chat.ts'
import { addressGroup } from '../../platform/auth/rate-limit.ts'
import { AppError, limited } from '../../platform/errors.ts'
import { createWakeup } from '../../platform/events/wakeup.ts'
import type { PublicContext, StreamItem } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { followRun } from '../runs/index.ts'
import { chatChanged } from './chat-signal.ts'
import { openRuns, touchSession } from './sessions-store.ts'
import { readThread } from './thread.ts'
import { readVisitor, withChat, withVisitorChat } from './visitor.ts'

/** Without signals (the listening connection was lost), the conversation is read at least this often. */
const pollEveryMs = 5_000
const touchEveryMs = 60_000
/** The browser connects again: a stream without a reader must not stay open. */
const longestMs = 10 * 60_000
/** A visitor has a few tabs, an office has one address, and a token costs nothing. */
const most = { visitor: 24, network: 100, process: 2_000 }

const open = new Map<string, number>()

/** Takes a place for a stream; answers how to give it back. @throws 429 */
export function takePlace(sessionId: string, ipAddress: string): () => void {
  const places = { [`visitor:${sessionId}`]: most.visitor, [`network:${addressGroup(ipAddress)}`]: most.network, process: most.process }
  if (Object.entries(places).some(([key, max]) => (open.get(key) ?? 0) >= max))
    throw limited(5, 'Too many open event streams. Close some and try again.')
  for (const key of Object.keys(places)) open.set(key, (open.get(key) ?? 0) + 1)
  return () => {
    for (const key of Object.keys(places)) {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
  }
}

interface Followed {
  publicId: string
  sessionId: string
  after: string | null
}

async function read(platform: Platform, { publicId, sessionId, after }: Followed, isToTouch: boolean) {
  return withChat(platform, publicId, async (chat) => {
    const { messages, status } = await readThread(platform, chat, sessionId, after)
    const [runId] = status.isAnswering ? await openRuns(chat.tx, sessionId, 'answer') : []
    if (isToTouch) await touchSession(chat.tx, sessionId, platform.clock.now())
    return { messages, status, runId, orgId: chat.tx.orgId, agentId: chat.agent.id }
  })
}

async function* follow(platform: Platform, followed: Followed, orgId: string, signal: AbortSignal): AsyncGenerator<StreamItem<ChatEvent>> {
  const { sessionId } = followed
  const until = Date.now() + longestMs
  let [id, touchedAt, lastStatus] = [0, 0, '']
  let after = followed.after
  const wakeup = createWakeup(signal)
  const off = platform.live.on(
    chatChanged,
    (change) => change.orgId === orgId && (change.sessionId ?? sessionId) === sessionId && wakeup.notify(),
  )
  const seenRuns = new Set<string>()
  try {
    while (!signal.aborted && Date.now() < until) {
      const signalled = wakeup.next(pollEveryMs)
      const isToTouch = Date.now() - touchedAt > touchEveryMs
      if (isToTouch) touchedAt = Date.now()
      const { messages, status, runId } = await read(platform, { ...followed, after }, isToTouch)
      for (const message of messages) {
        yield { id: ++id, data: { type: 'message', message } }
        after = message.id
      }
      const now = JSON.stringify(status satisfies ChatStatus)
      if (now !== lastStatus) yield { id: ++id, data: { type: 'status', status } }
      lastStatus = now
      if (runId && !seenRuns.has(runId)) {
        seenRuns.add(runId)
        for await (const { data: event } of followRun(platform, orgId, { runId, may: () => true }, 0, signal))
          if (event.type === 'text')
            yield { id: ++id, data: { type: 'text', part: `${runId}/${event.seq}/${event.attempt}`, delta: event.delta } }
      } else await signalled
    }
  } catch (error) {
    // Turned off meanwhile: the stream ends, and the next call says so.
    if (!(error instanceof AppError) || error.status >= 500) throw error
  } finally {
    off()
    wakeup.close()
  }
}

/** The visitor's conversation after a message, then all that is said. @throws 401, 403, 404, 429 before the first event. */
export async function followChat(
  platform: Platform,
  { publicId, after }: { publicId: string; after: string | null },
  context: PublicContext,
): Promise<AsyncIterable<StreamItem<ChatEvent>>> {
  const { sessionId } = readVisitor(platform, publicId, context)
  const orgId = await withVisitorChat(platform, publicId, context, async ({ tx }) => tx.orgId)
  const release = takePlace(sessionId, context.ipAddress)
  return released(follow(platform, { publicId, sessionId, after }, orgId, context.signal()), release)
}

async function* released<T>(items: AsyncIterable<T>, release: () => void): AsyncGenerator<T> {
  try {
    yield* items
  } finally {
    release()
  }
}
